"""The server answers every message, and clients get replies to what they did not ask."""

from __future__ import annotations

import json
import sys
from typing import Any

HELLO = {
    "name": "greet",
    "description": "Greet a person.",
    "inputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string", "description": "Who is greeted."}},
        "required": ["name"],
        "additionalProperties": False,
    },
}


def known(request: dict[str, Any]) -> dict[str, Any] | None:
    if request["method"] == "initialize":
        info = {"name": "greeter", "version": "1"}
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}}
    if request["method"] == "tools/list":
        return {"result": {"tools": [HELLO]}}
    return {"result": {}} if request["method"] == "ping" else None


def answer(request: dict[str, Any]) -> dict[str, Any]:
    reply = known(request) or {"error": {"code": -32601, "message": "Method not found"}}
    return {"jsonrpc": "2.0", "id": request.get("id"), **reply}


def broken(request: dict[str, Any]) -> None:
    if request["method"] != "notifications/initialized":
        print(json.dumps(answer(request)), flush=True)


def fixed(request: dict[str, Any]) -> None:
    if "id" in request:
        print(json.dumps(answer(request)), flush=True)


if __name__ == "__main__":
    for line in sys.stdin:
        globals()[sys.argv[1]](json.loads(line))
