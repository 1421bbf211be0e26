"""The server prints a greeting to stdout, where clients expect protocol messages."""

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


def broken() -> None:
    print("The greeter is ready.", flush=True)


def fixed() -> None:
    print("The greeter is ready.", file=sys.stderr)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["method"] == "initialize":
        info = {"name": "greeter", "version": "1"}
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}}
    if request["method"] == "tools/list":
        return {"result": {"tools": [HELLO]}}
    if request["method"] == "ping":
        return {"result": {}}
    return {"error": {"code": -32601, "message": "Method not found"}}


if __name__ == "__main__":
    globals()[sys.argv[1]]()
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
