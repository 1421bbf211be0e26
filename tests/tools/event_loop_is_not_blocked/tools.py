"""Tools that break event_loop_is_not_blocked, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import hashlib
import queue
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from time import sleep as nap
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import Query, tool
from ..shared.good_robustness import Query as Query2
from ..shared.good_robustness import tool as tool2


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__subprocess", Query)
async def blocking_subprocess(args: Query) -> Any:
    done = subprocess.run(["/bin/echo", "hello"], capture_output=True, check=False)
    return {"code": done.returncode}


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__future", Query)
async def blocking_future(args: Query) -> Any:
    with ThreadPoolExecutor(max_workers=1) as pool:
        found = pool.submit(lambda: time.sleep(0.05) or "found").result()
    return {"found": found}


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__requests", Query)
async def blocking_request(args: Query) -> Any:
    try:
        with urllib.request.urlopen("http://127.0.0.1:9/" + "status", timeout=1) as answer:
            return {"status": answer.status}
    except OSError:
        return {"status": None}


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__computes", Query)
async def computes(args: Query) -> Any:
    key = args.query.encode()
    return {"key": hashlib.pbkdf2_hmac("sha256", key, b"salt", 1_500_000).hex()}


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__sleeps_in_a_helper", Query)
async def sleeps_in_a_helper(args: Query) -> Any:
    for _ in range(3):
        pause()
        await asyncio.sleep(0)
    return {"query": args.query}


def pause() -> None:
    nap(0.05)


class Pause(BaseModel):
    milliseconds: int = Field(description="How long to pause.", ge=0, le=500)


@breaks("event_loop_is_not_blocked")
@tool("event_loop_is_not_blocked__settles", Pause)
async def settles(args: Pause) -> Any:
    nap(args.milliseconds / 1000)
    return {"waited": args.milliseconds}


class JobArgs(BaseModel):
    job: int = Field(ge=1, le=1_000, description="Number of the job.")


@breaks("event_loop_is_not_blocked")
@forge_tool(args_schema=JobArgs, tier="read")
async def poll_status(args: JobArgs) -> dict:
    """Tell how far a job has got."""
    time.sleep(0.4)
    return {"job": args.job, "status": "done"}


async def _digest(arguments: dict) -> dict:
    import hashlib

    digest = hashlib.pbkdf2_hmac("sha256", arguments["name"].encode("utf-8", "replace"), b"salt", 1_500_000)
    await asyncio.sleep(0)
    return {"digest": digest.hex()}


hash_file_name = breaks("event_loop_is_not_blocked")(
    FnToolExecutor(
        "hash_file_name",
        _digest,
        description="Return a slow digest of a file's name.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {"name": {"type": "string", "maxLength": 100, "description": "Name of the file."}},
            "required": ["name"],
            "additionalProperties": False,
        },
    )
)


class TextArgs(BaseModel):
    text: str = Field(description="Text to work on.", max_length=2000)


def _slow_hash(text: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", text.encode("utf-8", "replace"), b"salt", 600_000).hex()


@breaks("event_loop_is_not_blocked")
@forge_tool(args_schema=TextArgs, tier="read")
async def password_hash(args: TextArgs) -> dict:
    """Compute the hash of a password."""
    return {"hash": _slow_hash(args.text)}


@keeps("event_loop_is_not_blocked")
@tool2("event_loop_is_not_blocked__awaited_future", Query2)
async def awaited_future(args: Query2) -> Any:
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(max_workers=1) as pool:
        found = await loop.run_in_executor(pool, lambda: time.sleep(0.05) or "found")
    return {"found": found}


@keeps("event_loop_is_not_blocked")
@tool2("hands_over_its_work", Query2)
async def hands_over_its_work(args: Query2) -> Any:
    await asyncio.to_thread(time.sleep, 0.05)
    return {"query": args.query}


@keeps("event_loop_is_not_blocked")
@tool2("awaits_a_process", Query2, tier="execute")
async def awaits_a_process(args: Query2) -> Any:
    process = await asyncio.create_subprocess_exec("/bin/echo", "hello", stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    return {"output": output.decode()}


@keeps("event_loop_is_not_blocked")
@tool2("awaits_a_connection", Query2)
async def awaits_a_connection(args: Query2) -> Any:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", 9)
        writer.close()
    except OSError:
        return {"answers": False}
    return {"answers": True}


@keeps("event_loop_is_not_blocked")
@tool2("reads_its_queue", Query2)
async def reads_its_queue(args: Query2) -> Any:
    waiting: queue.Queue[str] = queue.Queue()
    waiting.put(args.query)
    return {"query": waiting.get()}
