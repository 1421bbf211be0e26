"""A server of one version of the protocol, of one that greets, or of one that asks its client first; by its word."""

from __future__ import annotations

import json
import sys
from typing import Any

from raw import answer, text, tool

WORD = sys.argv[1]
GREET = tool("greet", lambda name: text(f"Hello {name}"), arguments={"name": {"type": "string", "description": "Who."}})
META = "io.modelcontextprotocol/protocolVersion"


def replied(request: dict[str, Any]) -> dict[str, Any]:
    if WORD == "2026-07-28":
        meta = (request.get("params") or {}).get("_meta") or {}
        if request["method"] == "initialize" or meta.get(META) != WORD:
            return {"error": {"code": -32022, "message": "Unsupported", "data": {"supported": [WORD]}}}
        if request["method"] == "server/discover":
            return {"result": {"supportedVersions": [WORD], "capabilities": {"tools": {}}}}
    reply = answer([GREET], request, page=10)
    if request["method"] == "initialize" and WORD[:2] == "20":
        reply["result"]["protocolVersion"] = WORD
    return reply


def asked(method: str, number: int) -> Any:
    """Ask the client something, and return its reply; what it sends meanwhile is dropped."""
    print(json.dumps({"jsonrpc": "2.0", "id": number, "method": method}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("id") == number:
            return message
    return None


if __name__ == "__main__":
    if WORD == "banner":
        print("Welcome to the server!", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        if WORD == "asks" and request["method"] == "tools/call":
            print(json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}), flush=True)
            assert asked("ping", 7)["result"] == {}
            assert asked("roots/list", 8)["result"]["roots"][0]["uri"].startswith("file:///")
            assert asked("sampling/createMessage", 9)["error"]["code"] == -32601
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **replied(request)}), flush=True)
