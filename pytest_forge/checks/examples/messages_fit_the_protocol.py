"""The server introduces itself with a name alone, where the protocol wants an object with name and version."""

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


def introduction() -> dict[str, Any]:
    return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}


def broken() -> dict[str, Any]:
    return {**introduction(), "serverInfo": "greeter"}


def fixed() -> dict[str, Any]:
    return {**introduction(), "serverInfo": {"name": "greeter", "version": "1"}}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["method"] == "initialize":
        return {"result": globals()[sys.argv[1]]()}
    if request["method"] == "tools/list":
        return {"result": {"tools": [HELLO]}}
    if request["method"] == "ping":
        return {"result": {}}
    return {"error": {"code": -32601, "message": "Method not found"}}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
