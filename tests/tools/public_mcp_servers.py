"""Public MCP servers, tried through our tools: what each lists and answers, and what becomes of calls that go wrong.

    python tests/tools/public_mcp_servers.py [--folder FOLDER] [--only NAME]

The servers are looked for in FOLDER (default: forge-mcp-servers in the temporary folder), where they are installed by

    npm i --prefix FOLDER/npm @modelcontextprotocol/server-{everything,filesystem,memory,sequential-thinking}
    python -m venv FOLDER/py && FOLDER/py/bin/pip install mcp-server-git mcp-server-time mcp-server-fetch
    python -m venv FOLDER/py1 && FOLDER/py1/bin/pip install 'mcp<2' mcp-server-sqlite

It prints a table, a row a server; one that is not installed is skipped with the reason. The exit code is 1 if a server
that is there did not do what is expected. Columns:

    tools       how many are registered, and how many are left out
    call        a call answers what is expected
    structured  whether a result had structured content, and text beside it
    error       a call that must fail does, with this code
    cancel      a call that takes long is given up, and the server answers the next one
    killed      the server is killed, and the next call starts it again
    changed     a tool whose pin is another one is not called
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forge_harness import (
    Dispatcher,
    McpConnection,
    RegistrationError,
    ToolDispatchResult,
    ToolError,
    ToolRegistry,
    connect_mcp,
    register_mcp_tools,
)

COLUMNS = ("server", "version", "tools", "call", "structured", "error", "cancel", "killed", "changed", "seconds")
Arguments = dict[str, Any]


@dataclass(frozen=True)
class Trial:
    """A server and what is tried with it; ``{work}`` in texts is a folder of the trial.

    Args:
        name: The name of the row.
        words: Its command; a first word with a slash is below the folder of the servers.
        call: A tool and its arguments.
        answer: A text that the answer contains.
        fails: A call that must fail.
        slow: A call that takes long, if the server has one.
        port: Whether the command gets a free port as the variable PORT, and is reached by HTTP.
    """

    name: str
    words: tuple[str, ...]
    call: tuple[str, Arguments]
    answer: str
    fails: tuple[str, Arguments]
    slow: tuple[str, Arguments] | None = None
    port: bool = False
    environment: dict[str, str] = field(default_factory=dict)


BIN = "npm/node_modules/.bin"
SDK = str(Path(__file__).parents[1] / "mcp_targets/servers/with_sdk.py")
#: Runs the server of a file over streamable HTTP, whatever the file says.
OVER_HTTP = """
import os, runpy, sys
from mcp.server import MCPServer
run = MCPServer.run
MCPServer.run = lambda self: run(self, "streamable-http", host="127.0.0.1", port=int(os.environ["PORT"]))
runpy.run_path(sys.argv[1])
"""
LONG = ("trigger-long-running-operation", {"duration": 30, "steps": 3})
ADD = ("add", {"left": 20, "right": 22})
ECHO = ("echo", {"message": "hello"})
TRIALS = (
    Trial("everything", (f"{BIN}/mcp-server-everything", "stdio"), ECHO, "Echo: hello", ("no-such-tool", {}), LONG),
    Trial(
        "everything http",
        (f"{BIN}/mcp-server-everything", "streamableHttp"),
        ECHO,
        "Echo: hello",
        ("no-such-tool", {}),
        LONG,
        port=True,
    ),
    Trial(
        "filesystem",
        (f"{BIN}/mcp-server-filesystem", "{work}"),
        ("read_text_file", {"path": "{work}/notes.txt"}),
        "remember",
        ("read_text_file", {"path": "/etc/hostname"}),
    ),
    Trial(
        "memory",
        (f"{BIN}/mcp-server-memory",),
        ("create_entities", {"entities": [{"name": "Ada", "entityType": "person", "observations": ["counts"]}]}),
        "Ada",
        ("add_observations", {"observations": [{"entityName": "nobody", "contents": ["x"]}]}),
        environment={"MEMORY_FILE_PATH": "{work}/memory.jsonl"},
    ),
    Trial(
        "sequential-thinking",
        (f"{BIN}/mcp-server-sequential-thinking",),
        (
            "sequentialthinking",
            {"thought": "First.", "nextThoughtNeeded": False, "thoughtNumber": 1, "totalThoughts": 1},
        ),
        "thoughtNumber",
        ("no-such-tool", {}),
    ),
    Trial(
        "time",
        ("py/bin/mcp-server-time",),
        ("convert_time", {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}),
        "21:00",
        ("get_current_time", {"timezone": "Mars/Olympus"}),
    ),
    Trial(
        "git",
        ("py/bin/mcp-server-git",),
        ("git_log", {"repo_path": "{work}"}),
        "Begin",
        ("git_log", {"repo_path": "{work}/nowhere"}),
    ),
    Trial(
        "fetch",
        ("py/bin/mcp-server-fetch", "--allow-private-ips", "--ignore-robots-txt"),
        ("fetch", {"url": "{page}"}),
        "A page",
        ("fetch", {"url": "http://127.0.0.1:1/"}),
    ),
    Trial(
        "sqlite",
        ("py1/bin/mcp-server-sqlite", "--db-path", "{work}/data.db"),
        ("read_query", {"query": "SELECT 6 * 7 AS answer"}),
        "42",
        # It marks no result as a failure, so the refusal is ours.
        ("describe_table", {}),
    ),
    Trial("official SDK", (sys.executable, SDK), ADD, "42", ("look_up", {"key": "1"})),
    Trial("official SDK http", (sys.executable, "-c", OVER_HTTP, SDK), ADD, "42", ("look_up", {"key": "1"}), port=True),
)


def tried(trial: Trial, folder: Path, work: Path, page: str) -> dict[str, str]:
    """Return the row of a server."""
    row = {"server": trial.name}
    began = time.monotonic()
    values = {"work": str(work), "page": page}
    port = _free_port()
    words = [_filled(word, values) for word in trial.words]
    words[0] = str(folder / words[0])
    environment = {name: _filled(value, values) for name, value in trial.environment.items()}
    with _started(words, port) if trial.port else nullcontext() as process:
        address = f"http://127.0.0.1:{port}/mcp" if trial.port else words
        with connect_mcp(address, label=trial.name, environment=environment, folder=work) as connection:
            _try(row, trial, connection, values, process)
    row["seconds"] = f"{time.monotonic() - began:.1f}"
    return row


def _try(
    row: dict[str, str],
    trial: Trial,
    connection: McpConnection,
    values: dict[str, str],
    process: subprocess.Popen[bytes] | None,
) -> None:
    registry, left_out = ToolRegistry(), list[str]()
    names = register_mcp_tools(connection, registry, name="s", call_s=20, tell=left_out.append)
    row["tools"] = f"{len(names)}" + (f" (-{len(left_out)})" if left_out else "")
    client = connection._opened.client
    row["version"] = client.version if client else ""

    def called(call: tuple[str, Arguments]) -> ToolDispatchResult:
        return Dispatcher(registry).dispatch(f"s__{call[0]}", _filled(call[1], values))

    done = called(trial.call)
    row["call"] = "ok" if done.ok and trial.answer in str(done.value) else f"FAILED: {done.llm_payload()}"
    structured = done.ok and done.value["structured"] is not None
    row["structured"] = ("yes" + (" + text" if done.value["text"] else "")) if structured else "no"
    if SDK in trial.words and connection.tools() != _in_memory():
        row["tools"] += " FAILED: not those of the SDK's own client"
    name, arguments = trial.fails
    if f"s__{name}" in registry:
        failed = called(trial.fails)
        row["error"] = failed.error_type or _code(failed) or f"FAILED: {failed.llm_payload()}"
    else:
        row["error"] = _refusal(lambda: connection.call(name, arguments))
    row["cancel"] = "-"
    if trial.slow is not None:
        register_mcp_tools(connection, registry, name="s", call_s=1)
        late = called(trial.slow)
        row["cancel"] = "ok" if late.error_type == "ToolTimeoutError" and called(trial.call).ok else "FAILED"
        register_mcp_tools(connection, registry, name="s", call_s=20)
    row["killed"] = _killed(connection, lambda: called(trial.call), process)
    row["changed"] = _refusal(lambda: connection.call(trial.call[0], {}, pin="sha256:0"), wanted="tool_changed")


def _in_memory() -> list[dict[str, Any]]:
    """Return the tools of the SDK's server as its own client sees them in memory."""
    import asyncio  # for the SDK alone
    import runpy

    from mcp import Client
    from mcp.server import MCPServer

    async def listed(server: MCPServer) -> list[dict[str, Any]]:
        async with Client(server) as client:
            found = await client.list_tools()
            return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in found.tools]

    run = MCPServer.run
    MCPServer.run = lambda self: None  # type: ignore[method-assign,misc,assignment]  # it would wait for its input
    try:
        return asyncio.run(listed(runpy.run_path(SDK)["server"]))
    finally:
        MCPServer.run = run  # type: ignore[method-assign]


def _killed(
    connection: McpConnection, again: Callable[[], ToolDispatchResult], process: subprocess.Popen[bytes] | None
) -> str:
    if process is not None:
        return "- (not ours)"
    pid = connection._opened.client.transport.pid  # type: ignore[union-attr]  # a pipe
    os.killpg(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    done = again()
    return "ok" if done.ok else f"FAILED: {done.llm_payload()}"


def _code(done: ToolDispatchResult) -> str:
    payload = done.llm_payload()
    return str(payload["error"]) if isinstance(payload, dict) and "error" in payload else ""


def _refusal(call: Callable[[], Any], *, wanted: str = "") -> str:
    """Return the code of a call that is refused, or what a server said of a tool that it does not have."""
    try:
        answer = call()
    except ToolError as error:
        return "ok" if error.code == wanted else error.code
    return "FAILED: it was answered" if wanted or answer.succeeded else f"{answer.kind} {answer.code or ''}".strip()


def _filled(value: Any, values: dict[str, str]) -> Any:
    if isinstance(value, str):
        for name, text in values.items():
            value = value.replace(f"{{{name}}}", text)
    if isinstance(value, dict):
        return {key: _filled(inner, values) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, values) for inner in value]
    return value


def _free_port() -> int:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def _started(words: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server with a port, and wait until it listens."""
    process = subprocess.Popen(
        words, env={**os.environ, "PORT": str(port)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(300):
            with closing(socket.socket()) as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def _page() -> Iterator[str]:
    """Serve a page on loopback, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.html").write_text("<html><body><h1>A page</h1><p>of a test</p></body></html>")
        port = _free_port()
        with _started([sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", folder], port):
            yield f"http://127.0.0.1:{port}/index.html"


def _prepared(work: Path) -> None:
    """Make the folder of a trial: a file, and a repository with a commit."""
    (work / "notes.txt").write_text("remember\n")
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    for words in (["init", "-q"], ["add", "notes.txt"], [*who, "commit", "-q", "-m", "Begin"]):
        subprocess.run(["git", *words], cwd=work, check=True)


def _missing(trial: Trial, folder: Path) -> str:
    """Return why a server cannot be tried; empty if it can."""
    program = trial.words[0]
    if not (folder / program).exists():
        return f"{program} is not in {folder}"
    if program.startswith("npm/") and shutil.which("node") is None:
        return "node is not installed"
    if SDK in trial.words:
        try:
            import mcp  # noqa: F401  # whether it is there
        except ImportError:
            return "the package mcp is not installed"
    return ""


def main() -> int:
    """Try the servers, print the table, and return 1 if one failed."""
    # What a failed call leaves in the log is in the table.
    logging.disable()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "forge-mcp-servers"))
    parser.add_argument("--only", default="", help="a part of the names of the servers to try")
    options = parser.parse_args()
    rows: list[dict[str, str]] = []
    with _page() as page:
        for trial in TRIALS:
            if options.only not in trial.name:
                continue
            reason = _missing(trial, options.folder)
            if reason:
                rows.append({"server": trial.name, "version": f"skipped: {reason}"})
                continue
            with tempfile.TemporaryDirectory() as work:
                _prepared(Path(work))
                try:
                    rows.append(tried(trial, options.folder, Path(work).resolve(), page))
                except RegistrationError as error:
                    rows.append({"server": trial.name, "version": f"FAILED: {error}"})
    table = [COLUMNS, *[tuple(row.get(column, "") for column in COLUMNS) for row in rows]]
    widths = [max(len(line[place]) for line in table if len(line[place]) < 30) for place in range(len(COLUMNS))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return int(any("FAILED" in cell for row in rows for cell in row.values()))


if __name__ == "__main__":
    sys.exit(main())
