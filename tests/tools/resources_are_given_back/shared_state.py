"""Tools that share state with each other; some break resources_are_given_back."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor

from ..marks import breaks
from ..shared.broken_effects import tool


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__asyncio", tier="write")
async def asynchronous(args):
    process = await asyncio.create_subprocess_exec("true")
    return {"city": args.name, "code": await process.wait()}


_kept = []


@breaks("resources_are_given_back")
@tool("resources_are_given_back__socket")
def socket_kept(args):
    _kept.append(socket.socket())
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__database", aware=True)
def database_kept(args, *, workspace_root):
    connection = sqlite3.connect(f"file:{workspace_root}/data.db?mode=ro", uri=True)
    _kept.append(connection)
    return {"rows": connection.execute("SELECT count(*) FROM items").fetchone()[0]}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__missing_store", aware=True)
def missing_store(args, *, workspace_root):
    store = workspace_root / "people.db"
    if not store.is_file():
        return {"people": []}
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    _kept.append(connection)
    try:
        return {"people": [row[0] for row in connection.execute("SELECT name FROM people")]}
    except sqlite3.Error:
        return {"people": []}


async def _beat():
    while True:
        await asyncio.sleep(0.2)


@breaks("resources_are_given_back")
@tool("resources_are_given_back__task")
async def task(args):
    _kept.append(asyncio.create_task(_beat()))
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__pool")
def pool(args):
    executor = ThreadPoolExecutor(2)
    _kept.append(executor)
    return {"city": executor.submit(str.title, args.name).result()}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__process", tier="execute")
def process(args):
    _kept.append(subprocess.Popen(["sleep", "60"]))
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__async_client")
async def async_client(args):
    _kept.append(asyncio.get_running_loop().create_task(asyncio.sleep(3600)))
    _kept.append(socket.socketpair())
    return {"city": args.name}


@breaks("resources_are_given_back")
@tool("resources_are_given_back__loop")
def loop(args):
    asyncio_loop = asyncio.new_event_loop()
    _kept.append(asyncio_loop)
    return {"city": asyncio_loop.run_until_complete(asyncio.sleep(0, args.name))}
