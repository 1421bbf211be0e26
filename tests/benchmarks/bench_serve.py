"""1,000 calls from 8 clients of the official SDK; run by hand: `python tests/benchmarks/bench_serve.py`.

Over HTTP the clients share a server; over the standard streams each starts its own. Every call has a text of its own,
and its answer must hold that text: none may be lost or mixed up. The floor is the SDK's own server with the same tool.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

CLIENTS, CALLS = 8, 1_000

TOOLS = '''
import time
from pydantic import BaseModel
from forge_harness import forge_tool

class Text(BaseModel):
    text: str

@forge_tool(args_schema=Text, tier="read", register=False)
def echo(args):
    """Return the text, sooner or later."""
    time.sleep(len(args.text) % 5 / 1000)
    return {"text": args.text}
'''

#: The same tool on the SDK's own server.
FLOOR = '''
import sys
import anyio
from mcp.server import MCPServer

server = MCPServer("floor", log_level="ERROR")

@server.tool()
async def echo(text: str) -> dict[str, str]:
    """Return the text, sooner or later."""
    await anyio.sleep(len(text) % 5 / 1000)
    return {"text": text}

if sys.argv[1:]:
    server.run("streamable-http", port=int(sys.argv[1]))
else:
    server.run("stdio")
'''


async def talk(target: Any, mode: str, number: int, answered: dict[str, str]) -> None:
    """Send the calls of one client, all at once."""

    async def ask(client: Client, text: str) -> None:
        answered[text] = (await client.call_tool("echo", {"text": text})).structured_content["text"]

    async with Client(target, mode=mode) as client:
        # The first call is not counted: it waits for the server to start.
        await client.call_tool("echo", {"text": "warm"})
        async with anyio.create_task_group() as group:
            for call in range(CALLS // CLIENTS):
                group.start_soon(ask, client, f"client {number}, call {call}")


async def measure(target: Any, mode: str) -> tuple[float, int]:
    """Return the seconds for all calls, and how many were answered with their own text."""
    answered: dict[str, str] = {}
    started = perf_counter()
    async with anyio.create_task_group() as group:
        for number in range(CLIENTS):
            group.start_soon(talk, target, mode, number, answered)
    return perf_counter() - started, sum(asked == answer for asked, answer in answered.items())


@contextmanager
def over_http(command: list[str], *, port: int = 0) -> Iterator[str]:
    """Start a server and give its URL: *port*, or what it prints."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            if port:
                url = f"http://127.0.0.1:{port}/mcp"
                anyio.run(until_there, port)
            else:
                line = server.stderr.readline()
                url = next(word.rstrip(".") for word in line.split() if word.startswith("http://"))
            yield url
        finally:
            server.terminate()


async def until_there(port: int) -> None:
    """Wait for a server that does not say when it listens."""
    while True:
        try:
            await (await anyio.connect_tcp("127.0.0.1", port)).aclose()
        except OSError:
            await anyio.sleep(0.05)
        else:
            return


def main() -> None:
    """Print the seconds for all calls, beside the floor."""
    with tempfile.TemporaryDirectory() as folder:
        tools, floor = Path(folder, "bench_tools.py"), Path(folder, "floor.py")
        tools.write_text(TOOLS)
        floor.write_text(FLOOR)
        ours = ["-m", "forge_harness.cli.main", "serve", "--tools", str(tools)]
        for mode in ("2026-07-28", "legacy"):
            with over_http([sys.executable, *ours, "--http", "0"]) as url:
                show(f"HTTP, {mode}", anyio.run(measure, url, mode))
            with over_http([sys.executable, str(floor), "8931"], port=8931) as url:
                show("  floor", anyio.run(measure, url, mode))
            show(f"stdio, {mode}", anyio.run(measure, StdioServerParameters(command=sys.executable, args=ours), mode))
            floor_server = StdioServerParameters(command=sys.executable, args=[str(floor)])
            show("  floor", anyio.run(measure, floor_server, mode))


def show(what: str, measured: tuple[float, int]) -> None:
    """Print one line."""
    print(f"{what:<22} {measured[0]:6.2f} s   {measured[1]} of {CALLS} answered with their own text")


if __name__ == "__main__":
    main()
