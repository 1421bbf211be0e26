"""An MCP server over stdio in plain Python: what its tools answer, and when it changes or ends, is in its arguments.

    python server.py [--version VERSION] [--log FILE] [--once FILE] [--page N]

Each request and notification is noted in the log, a line each. `die` ends the process; `hang` never answers.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

PARSER = argparse.ArgumentParser()
PARSER.add_argument("--version", default="2025-11-25")
PARSER.add_argument("--log", type=Path)
PARSER.add_argument("--page", type=int, default=3)
PARSER.add_argument("--state", type=Path, help="a file whose text is the description of `echo`")
PARSER.add_argument("--deaf", action="store_true", help="do not end with the input")
OPTIONS = PARSER.parse_args()

WORD = {"type": "string", "description": "A word.", "maxLength": 200}
#: What the client has told that it can do.
CLIENT: dict[str, Any] = {}
STATELESS = "2026-07-28"


def tool(name: str, description: str, **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"word": WORD}, "required": ["word"]}
    return {"name": name, "description": description, "inputSchema": schema, **more}


def described() -> str:
    return OPTIONS.state.read_text() if OPTIONS.state else "Say a word again."


def listed() -> list[dict[str, Any]]:
    output = {"type": "object", "properties": {"length": {"type": "integer"}}, "required": ["length"]}
    return [
        tool("echo", described()),
        tool("measure", "Measure a word.", outputSchema=output),
        tool("mismeasure", "Measure a word in words.", outputSchema=output),
        tool("forget", "Measure a word, and say nothing.", outputSchema=output),
        tool("refuse", "Refuse a word."),
        tool("parts", "Answer in parts."),
        tool("die", "End the server."),
        tool("hang", "Never answer."),
        tool("pid", "Tell the process id."),
        tool("change", "Change the description of echo."),
        tool("broken", "Answer with an error of the protocol."),
    ]


def text(value: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": value}], **more}


def called(name: str, word: str) -> dict[str, Any] | None:
    if name == "echo":
        return text(f"Echo: {word}")
    if name == "measure":
        found = {"length": len(word)}
        return text(json.dumps(found), structuredContent=found)
    if name == "mismeasure":
        return text("long", structuredContent={"length": "long"})
    if name == "divide":
        # Not listed: an answer that is no JSON.
        return text("nan", structuredContent={"quotient": float("nan")})
    if name == "forget":
        return text("long")
    if name == "refuse":
        return text(f"I do not take {word}.", isError=True)
    if name == "parts":
        image = {"type": "image", "mimeType": "image/png", "data": "AAAA"}
        held = {"type": "resource", "resource": {"uri": "notes:1", "text": "beta"}}
        return {"content": [{"type": "text", "text": "alpha"}, image, held, {"type": "exotic"}]}
    if name == "pid":
        return text(str(os.getpid()))
    if name == "change":
        OPTIONS.state.write_text(word)
        send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        return text("done")
    if name == "roots":
        if "roots" not in CLIENT:
            return text("none")
        send({"jsonrpc": "2.0", "id": "r1", "method": "roots/list"})
        return text("\n".join(root["uri"] for root in json.loads(sys.stdin.readline())["result"]["roots"]))
    if name == "ask":
        # A client that does not answer would leave this server waiting, and the call with it.
        codes = []
        for method in word.split():
            send({"jsonrpc": "2.0", "id": method, "method": method, "params": {}})
            told = json.loads(sys.stdin.readline())
            codes.append(f"{told['id']} {told['error']['code']}")
        return text("\n".join(codes))
    if name == "die":
        sys.stderr.write("I was told to die.\n")
        sys.stderr.flush()
        os._exit(3)
    return None


def answered(request: dict[str, Any]) -> dict[str, Any] | None:
    method, params = request["method"], request.get("params") or {}
    if method == "initialize" and OPTIONS.version == STATELESS:
        return {"error": {"code": -32601, "message": "Method not found"}}
    told = {"serverInfo": {"name": "Small Server", "version": "1"}}
    capabilities = {"capabilities": {"tools": {"listChanged": True}}}
    if method == "initialize":
        CLIENT.update(params["capabilities"])
        return {"result": {"protocolVersion": OPTIONS.version, **capabilities, **told}}
    if method == "server/discover":
        beside = {f"io.modelcontextprotocol/{key}": value for key, value in told.items()}
        return {"result": {"supportedVersions": [OPTIONS.version], **capabilities, "_meta": beside}}
    if method == "tools/list":
        start = int(params.get("cursor") or 0)
        tools = listed()
        more = {"nextCursor": str(start + OPTIONS.page)} if start + OPTIONS.page < len(tools) else {}
        return {"result": {"tools": tools[start : start + OPTIONS.page], **more}}
    if method == "tools/call" and params["name"] == "broken":
        return {"error": {"code": -32602, "message": "That does not fit."}}
    if method == "tools/call":
        result = called(params["name"], params["arguments"]["word"])
        return None if result is None else {"result": result}
    if method == "subscriptions/listen":
        return None
    return {"error": {"code": -32601, "message": "Method not found"}}


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def note(line: str) -> None:
    if OPTIONS.log:
        with OPTIONS.log.open("a") as log:
            log.write(f"{line}\n")


for line in sys.stdin:
    message = json.loads(line)
    note(" ".join([message.get("method", ""), *[str((message.get("params") or {}).get("name", ""))]]).strip())
    if "id" in message and "method" in message:
        reply = answered(message)
        if reply is not None:
            send({"jsonrpc": "2.0", "id": message["id"], **reply})
note("end of input")
while OPTIONS.deaf:
    os.read(os.pipe()[0], 1)
