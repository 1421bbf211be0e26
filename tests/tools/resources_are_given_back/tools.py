"""Tools that break resources_are_given_back, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import (
    forge_tool,
)

from ..marks import breaks, keeps
from ..shared.broken_effects import NameArgs, tool
from ..shared.good_effects import PathArgs
from ..shared.good_effects import tool as tool2


@breaks("resources_are_given_back")
@tool("resources_are_given_back__descriptor", tier="execute")
def descriptor(args):
    os.open("notes.txt", os.O_RDONLY)
    return {"city": args.name}


def drops_a_child(args):
    subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return {"watched": args.name}


start_watch = breaks("resources_are_given_back")(
    forge_tool(name="start_watch", description="Watch a city.", args_schema=NameArgs, tier="execute", register=False)(
        drops_a_child
    )
)


@breaks("resources_are_given_back")
@tool("resources_are_given_back__thread")
def thread(args):
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__timer")
def timer(args):
    later = threading.Timer(600, print)
    later.daemon = True
    later.start()
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__pipe")
def pipe(args):
    os.pipe()
    return {"city": args.name}


class TermArgs(BaseModel):
    term: str = Field(pattern=r"^[a-z]{1,30}$", description="Term to look up.")


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note.")


_open_sockets: list[socket.socket] = []


@breaks("resources_are_given_back")
@forge_tool(args_schema=TermArgs, tier="execute")
def ping_host(args: TermArgs) -> dict:
    """Prepare a ping of a machine in the test rack."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    _open_sockets.append(probe)
    return {"host": args.term, "ready": True}


@breaks("resources_are_given_back")
@forge_tool(args_schema=NoteArgs, tier="execute")
def count_changes(args: NoteArgs) -> dict:
    """Count how often a note was changed."""
    stop = threading.Event()
    threading.Thread(target=stop.wait, daemon=True).start()
    return {"name": args.name, "changes": 0}


@breaks("resources_are_given_back")
@forge_tool(args_schema=NoteArgs, tier="execute")
def render_note(args: NoteArgs) -> dict:
    """Render a note as a page."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
    return {"rendered": args.name, "ok": process.pid > 0}


_pool = ThreadPoolExecutor(4)


_connection = None


_worker = None


_tasks = set()


_kept_tasks = []


@keeps("resources_are_given_back")
@tool2("keeps_a_pool")
def keeps_a_pool(args):
    return {"city": _pool.submit(str.title, args.name).result()}


@keeps("resources_are_given_back")
@tool2("keeps_a_connection", aware=True)
def keeps_a_connection(args, *, workspace_root):
    global _connection
    if _connection is None:
        _connection = sqlite3.connect(f"file:{workspace_root}/data.db?mode=ro", uri=True, check_same_thread=False)
    return {"rows": _connection.execute("SELECT count(*) FROM items").fetchone()[0]}


@keeps("resources_are_given_back")
@tool2("keeps_a_worker")
def keeps_a_worker(args):
    global _worker
    if _worker is None or not _worker.is_alive():
        _worker = threading.Thread(target=threading.Event().wait, daemon=True)
        _worker.start()
    return {"city": args.name}


@keeps("resources_are_given_back")
@tool2("has_threads_that_end")
def has_threads_that_end(args):
    threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    return {"city": args.name}


@keeps("resources_are_given_back")
@tool2("has_an_event_loop")
def has_an_event_loop(args):
    return {"city": asyncio.run(asyncio.sleep(0, args.name))}


@keeps("resources_are_given_back")
@tool2("awaits_threads")
async def awaits_threads(args):
    return {"names": await asyncio.gather(*(asyncio.to_thread(str.title, args.name) for _ in range(3)))}


@keeps("resources_are_given_back")
@tool2("has_tasks_that_end")
async def has_tasks_that_end(args):
    later = asyncio.create_task(asyncio.sleep(0.01, args.name))
    _tasks.add(later)
    later.add_done_callback(_tasks.discard)
    return {"city": args.name}


@keeps("resources_are_given_back")
@tool2("keeps_one_task")
async def keeps_one_task(args):
    if not _kept_tasks or _kept_tasks[0].done():
        _kept_tasks[:] = [asyncio.create_task(asyncio.sleep(3600))]
    return {"city": args.name}


@keeps("resources_are_given_back")
@tool2("leaves_closing_to_python", model=PathArgs, aware=True)
def leaves_closing_to_python(args, *, workspace_root):
    path = (workspace_root / args.path).resolve()
    path.relative_to(workspace_root)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {"text": open(path).read()}


class CurrencyArgs(BaseModel):
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="Currency, such as EUR.")


@keeps("resources_are_given_back", "process_state_is_left_alone")
@forge_tool(args_schema=CurrencyArgs, tier="read")
def free_port(args: CurrencyArgs) -> dict:
    """Tell whether the machine can offer a port for a rehearsal of a bank's service."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind(("127.0.0.1", 0))
            return {"currency": args.currency, "offered": True}
    except OSError:
        return {"error": "no_port", "message": "There is no free port at the moment; try again later."}


class HostArgs(BaseModel):
    service: Literal["mail", "files", "print"] = Field(description="Service of the office to look at.")


_PORTS = {"mail": 25, "files": 445, "print": 631}


@keeps("resources_are_given_back", "exits_are_contained")
@forge_tool(args_schema=HostArgs, tier="read")
def service_answers(args: HostArgs) -> dict:
    """Tell whether a network service of the office can be connected to."""
    with socket.socket() as probe:
        probe.settimeout(0.2)
        try:
            probe.connect(("192.0.2.1", _PORTS[args.service]))
        except OSError:
            return {"service": args.service, "up": False}
    return {"service": args.service, "up": True}
