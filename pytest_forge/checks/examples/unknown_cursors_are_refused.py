"""The server begins at the first page again if it does not know a cursor."""

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


def page(cursor: str) -> dict[str, Any]:
    if cursor == "2":
        return {"result": {"tools": [{**HELLO, "name": "greet_all"}]}}
    return {"result": {"tools": [HELLO], "nextCursor": "2"}}


def broken(request: dict[str, Any]) -> dict[str, Any]:
    if request["method"] == "initialize":
        info = {"name": "greeter", "version": "1"}
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}}
    if request["method"] == "tools/list":
        return page(request.get("params", {}).get("cursor", "1"))
    if request["method"] == "ping":
        return {"result": {}}
    return {"error": {"code": -32601, "message": "Method not found"}}


def fixed(request: dict[str, Any]) -> dict[str, Any]:
    if request.get("params", {}).get("cursor", "1") not in ("1", "2"):
        return {"error": {"code": -32602, "message": "Invalid cursor"}}
    return broken(request)


if __name__ == "__main__":
    answer = globals()[sys.argv[1]]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
