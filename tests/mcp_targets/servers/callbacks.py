"""A server that keeps the phone calls that are to be made, by the caller's reference.

They are kept as they come ("kept"), as an object of JavaScript keeps them ("object"), or are listed by name ("named"),
and shown all at once ("list") or one after the other ("take"); "newest" shows the last one first.
"""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

STORE, VIEW, *MORE = sys.argv[1:]
waiting: dict[str, str] = {}


def keys() -> list[str]:
    found = list(waiting)
    if STORE == "object":
        # Those that look like whole numbers come first, by their value.
        whole = sorted((key for key in found if key.isdecimal() and str(int(key)) == key), key=int)
        found = [*whole, *(key for key in found if key not in whole)]
    if STORE == "named":
        found.sort()
    return found[::-1] if "newest" in MORE else found


def ask_for_call(reference: str, phone: str) -> str:
    if reference in waiting:
        raise Refused("This caller waits already.")
    waiting[reference] = phone
    return f"{len(waiting)} waiting"


def callers() -> str:
    return json.dumps([{"reference": key, "phone": waiting[key]} for key in keys()])


def next_caller() -> str:
    for key in keys():
        return json.dumps({"reference": key, "phone": waiting.pop(key)})
    raise Refused("Nobody waits.")


REFERENCE, PHONE = ({"type": "string", "description": words} for words in ("Reference of the caller.", "Their number."))
FIRST = "newest first" if "newest" in MORE else "first come, first served"
ADDS = {
    "description": "Ask for a call. The caller is put at the end of the line.",
    "annotations": {"readOnlyHint": False},
}
TOOLS = [tool("ask_for_call", ask_for_call, arguments={"reference": REFERENCE, "phone": PHONE}, **ADDS)]
if VIEW == "list":
    told = "List those who wait" + (" by reference." if STORE == "named" else f", {FIRST}.")
    TOOLS.append(tool("callers", callers, arguments={}, description=told, annotations={"readOnlyHint": True}))
else:
    told = f"Take the next caller, {FIRST}."
    TOOLS.append(
        tool(
            "next_caller",
            next_caller,
            arguments={},
            description=told,
            annotations={"readOnlyHint": False, "destructiveHint": True},
        )
    )

if __name__ == "__main__":
    serve(TOOLS)
