"""A server that breaks one rule of the protocol, by its word; it never calls a tool."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from raw import answer, text, tool

WORD = sys.argv[1]
#: Its calls may take long, or those with the first name very long.
HABIT = WORD.removesuffix(" for long").removesuffix(" for ages")
LONG_S, AGES_S, SHORT_S = 0.7, 1.3, 0.2
FIRST = "Ada"
NAME = {"type": "string", "description": "Who.", "examples": [FIRST, "Bo"]}
GREET = tool("greet", lambda name: text(f"Hello {name}"), arguments={"name": NAME})
WAVE = {**GREET, "name": "wave", "annotations": {"destructiveHint": False}}
KNOWN = ("initialize", "ping", "tools/list", "tools/call")


def replied(request: dict[str, Any]) -> dict[str, Any] | None:
    method, params = request["method"], request.get("params") or {}
    is_unknown = method not in KNOWN
    is_unknown_tool = method == "tools/call" and params["name"] not in ("greet", "wave")
    reply = answer([GREET, WAVE], request, page=1 if WORD == "restarts" else 10)
    if WORD == "refuses pings" and method == "ping":
        return {"error": {"code": -32601, "message": "Method not found"}}
    if WORD == "accepts methods" and is_unknown:
        return {"result": {}}
    if WORD == "accepts tools" and is_unknown_tool:
        return {"result": text("Done.")}
    if WORD == "marks unknown tools" and is_unknown_tool:
        return {"result": text("Unknown tool", isError=True)}
    if (WORD == "ignores methods" and is_unknown) or (WORD == "ignores tools" and is_unknown_tool):
        return None
    if WORD == "refuses in text" and is_unknown:
        return {"error": "Method not found"}
    if WORD == "ends" and is_unknown:
        os._exit(3)
    if WORD == "prints" and is_unknown:
        print("Unknown method!", flush=True)
    if WORD == "restarts" and "error" in reply and method == "tools/list":
        return answer([GREET], {"method": "tools/list"}, page=1)
    return reply


if __name__ == "__main__":
    is_blocked, is_held, last = False, False, None
    #: The moment until which a cancelled call is thought to run, and the number of calls.
    busy, calls = 0.0, 0
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "notifications/cancelled":
            is_blocked, is_held = WORD == "blocks", WORD == "holds a lock"
            busy = {"stays busy": float("inf"), "ends late": time.monotonic() + 0.3}.get(HABIT, 0.0)
            if WORD == "answers twice":
                print(json.dumps({"jsonrpc": "2.0", "id": last, "result": text("Cancelled.")}), flush=True)
        if is_blocked or (is_held and request["method"] == "tools/call"):
            continue
        last = request.get("id", last)
        if "id" in request:
            calls += request["method"] == "tools/call"
            is_refused = busy > time.monotonic() or (WORD == "allows four calls" and calls > 4)
            is_refused = is_refused and request["method"] == "tools/call"
            if HABIT != WORD and request["method"] == "tools/call" and not is_refused:
                name = request["params"]["arguments"].get("name")
                time.sleep(LONG_S if WORD.endswith(" for long") else AGES_S if name == FIRST else SHORT_S)
            reply = {"result": text("Not now.", isError=True)} if is_refused else replied(request)
            if reply is not None:
                version = {} if WORD == "names no version" else {"jsonrpc": "2.0"}
                print(json.dumps({**version, "id": request["id"], **reply}), flush=True)
        elif "no_such" in request["method"] and WORD == "answers notifications":
            print(
                json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "Unknown"}}), flush=True
            )
        elif "no_such" in request["method"] and WORD == "ends on notifications":
            os._exit(3)
