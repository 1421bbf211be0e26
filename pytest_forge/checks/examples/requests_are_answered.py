"""The server answers whatever it does not know with an empty result, as if it had done it."""

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


def broken(request: dict[str, Any]) -> dict[str, Any]:
    return known(request) or {"result": {}}


def fixed(request: dict[str, Any]) -> dict[str, Any]:
    return known(request) or {"error": {"code": -32601, "message": "Method not found"}}


if __name__ == "__main__":
    answer = globals()[sys.argv[1]]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
