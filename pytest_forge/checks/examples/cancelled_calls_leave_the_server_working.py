"""The server ends when a call is cancelled that it has just answered."""

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


def broken(cancelled: int) -> None:
    # Of a request that was answered before it was cancelled, nothing is left.
    del waiting[cancelled]


def fixed(cancelled: int) -> None:
    waiting.pop(cancelled, None)


waiting: dict[int, str] = {}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    method, params = request["method"], request.get("params", {})
    if method == "initialize":
        info = {"name": "greeter", "version": "1"}
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}}
    if method == "tools/list":
        return {"result": {"tools": [HELLO]}}
    if method == "ping":
        return {"result": {}}
    if method == "tools/call" and isinstance(params["arguments"].get("name"), str):
        return {"result": {"content": [{"type": "text", "text": f"Hello {params['arguments']['name']}"}]}}
    return {"error": {"code": -32602, "message": "Send the name of a person to greet."}}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "notifications/cancelled":
            globals()[sys.argv[1]](request["params"]["requestId"])
        elif "id" in request:
            waiting[request["id"]] = request["method"]
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
            del waiting[request["id"]]
