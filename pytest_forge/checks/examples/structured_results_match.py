"""The output schema says that the sum is a number, but the server sends a text."""

from __future__ import annotations

import json
import sys
from typing import Any

NUMBER = {"type": "integer", "description": "A whole number.", "minimum": 0, "maximum": 100}
ADD = {
    "name": "add",
    "description": "Add two numbers.",
    "inputSchema": {
        "type": "object",
        "properties": {"left": NUMBER, "right": NUMBER},
        "required": ["left", "right"],
        "additionalProperties": False,
    },
    "outputSchema": {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]},
}


def broken(total: int) -> dict[str, Any]:
    return {"sum": str(total)}


def fixed(total: int) -> dict[str, Any]:
    return {"sum": total}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["method"] == "initialize":
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "sums"}}
    if request["method"] == "tools/list":
        return {"tools": [ADD]}
    if request["method"] == "tools/call":
        numbers = [request["params"]["arguments"].get(name) for name in ("left", "right")]
        if not all(isinstance(number, int) and 0 <= number <= 100 for number in numbers):
            return {"content": [{"type": "text", "text": "Send two numbers from 0 to 100."}], "isError": True}
        structured = globals()[sys.argv[1]](sum(numbers))
        return {"content": [{"type": "text", "text": json.dumps(structured)}], "structuredContent": structured}
    return {}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer(request)}), flush=True)
