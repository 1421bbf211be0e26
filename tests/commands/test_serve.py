"""`forge serve`, started as MCP clients start it, and the mistakes of its users."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp_types")

SERVER = Path(__file__).parents[1] / "harness/mcp_tools/server.py"

TOOLS = '''
import os
import subprocess
import sys
import time
from pydantic import BaseModel
from forge_harness import forge_tool

print("printed at import")

class Text(BaseModel):
    text: str = ""

@forge_tool(args_schema=Text, tier="read", register=False)
def noisy(args):
    """Print in every way, and read standard input."""
    print("printed")
    os.write(1, b"written\\n")
    subprocess.run(["echo", "from a child"])
    return {"read": sys.stdin.read(), "text": args.text}

@forge_tool(args_schema=Text, tier="read", register=False)
def endless(args):
    """Never return, and never look whether anybody waits."""
    print("endless has begun")
    while True:
        time.sleep(0.01)
'''

DOCUMENT = """
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example/v1"}]
paths:
  /pets: {get: {operationId: listPets, summary: All pets., responses: {"200": {description: The pets.}}}}
"""

HELLO = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start `forge serve` with *words* in *folder*."""
    command = [sys.executable, "-m", "forge_harness.cli.main", "serve", *words]
    return subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.in_time(60)
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_prints_of_tools_stay_out_of_the_session_and_a_signal_ends_it(told: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "noisy_tools.py").write_text(TOOLS)
    with started(tmp_path, "--tools", "noisy_tools.py") as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.writelines(json.dumps(line) + "\n" for line in [*HELLO, call(1, "noisy", text="a")])
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.write(json.dumps(call(2, "endless")) + "\n")
        server.stdin.flush()
        log = []
        while "endless has begun\n" not in log:
            log.append(server.stderr.readline())

        server.send_signal(told)
        rest, errors = server.communicate(timeout=30)

    assert [answer["id"] for answer in answers] == [0, 1]
    assert answers[1]["result"]["structuredContent"] == {"read": "", "text": "a"}
    assert json.loads(rest)["result"]["structuredContent"]["error"] == "Cancelled"
    assert (errors, server.returncode) == ("", 0)
    assert log[:-1] == ["printed at import\n", "printed\n", "written\n", "from a child\n"]


@pytest.mark.in_time(60)
def test_tools_of_servers_and_documents_are_served_under_our_rules(tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text(DOCUMENT)
    (tmp_path / "forge.yaml").write_text("guardrails:\n  deny_output:\n    - pattern: secret\n")
    listing = {"jsonrpc": "2.0", "id": 3, "method": "tools/list"}
    lines = [
        *HELLO,
        listing,
        *(call(number, "small__echo", word=word) for number, word in enumerate(("tree", "secret"), 1)),
    ]
    words = ("--mcp", f"small={sys.executable} {SERVER}", "--openapi", "pets.yaml", "--approve", "all")
    with started(tmp_path, *words) as server:
        out, _ = server.communicate("".join(json.dumps(line) + "\n" for line in lines), timeout=30)

    answers = {answer["id"]: answer.get("result", {}) for answer in map(json.loads, out.splitlines())}
    assert answers.keys() == {0, 1, 2, 3}
    assert {"listPets", "small__echo"} <= {tool["name"] for tool in answers[3]["tools"]}
    assert "tree" in answers[1]["content"][0]["text"]
    assert not answers[1]["isError"]
    assert answers[2]["isError"]
    assert "secret" not in json.dumps(answers[2])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], "--tools"),
        (["--mcp", "no-such-program"], "no-such-program"),
        (["--openapi", "missing.yaml"], "missing.yaml"),
        (["--tools", "forge:builtins:no_such"], "no_such"),
        (["--tools", "no_such_module"], "no_such_module"),
        (["--tools", "forge:builtins", "--workspace", "missing"], "missing"),
        (["--tools", "forge:builtins", "--timeout", "0"], "0"),
        (["--tools", "forge:builtins", "--timeout", "nan"], "nan"),
        (["--tools", "forge:builtins", "--http", "http"], "http"),
        (["--tools", "forge:builtins", "--http", "10.0.0.5:80"], "--key-env"),
        (["--tools", "forge:builtins", "--http", "0.0.0.0:80", "--key-env", "HOME"], "--allow-host"),
        (["--tools", "forge:builtins", "--http", "80", "--key-env", "NOT_SET"], "NOT_SET"),
        (["--tools", "forge:builtins", "--http", "80", "--key-env", "SPACED"], "SPACED"),
        (["--tools", "forge:builtins", "--key-env", "HOME"], "--http"),
        (["--tools", "forge:builtins", "--allow-host", "a.example"], "--http"),
    ],
)
def test_a_mistake_is_told_in_two_sentences(
    words: list[str], named: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOT_SET", raising=False)
    monkeypatch.setenv("SPACED", "two words")

    assert named in refused("serve", *words)


def test_a_missing_sdk_is_told_with_the_extra_that_has_it(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcp_types", None)

    assert "(extra 'mcp')" in refused("serve", "--tools", "forge:builtins")
