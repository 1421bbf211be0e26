"""A server of a hall whose doors are closed by name: one that no door has fails the call, or is left out."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
NAMES = {"names": {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Names of doors."}}
TAGS = {"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "New words for it."}}
FAILS = "Close doors. If any of the doors does not exist, the call fails and none is closed."
doors: dict[str, bool] = {"north": True, "south": True, "gallery": False}
tags: list[str] = []


def list_doors() -> str:
    return json.dumps(doors)


def closed(names: list[str]) -> str:
    doors.update(dict.fromkeys(names, False))
    return f"Closed: {', '.join(names)}."


def close_known(names: list[str]) -> str:
    return closed([name for name in names if name in doors])


def close_if_one_is_known(names: list[str]) -> str:
    if not any(name in doors for name in names):
        raise Refused("There are no such doors.")
    return close_known(names)


def close_all(names: list[str]) -> str:
    if not all(name in doors for name in names):
        raise Refused("There is no such door.")
    return closed(names)


def tag_hall(tags: list[str]) -> str:
    globals()["tags"].extend(tags)
    return f"The hall has {len(tags)} new words."


TOOLS = [
    tool("list_doors", list_doors, arguments={}, annotations=READS),
    {**tool("close_known", close_known, arguments=NAMES, annotations=WRITES), "description": FAILS},
    {**tool("close_if_one_is_known", close_if_one_is_known, arguments=NAMES, annotations=WRITES), "description": FAILS},
    {**tool("close_all", close_all, arguments=NAMES, annotations=WRITES), "description": FAILS},
    {
        **tool("close_what_is_there", close_known, arguments=NAMES, annotations=WRITES),
        "description": "Close doors. If any of the names is unknown, it is left out.",
    },
    {
        **tool("tag_hall", tag_hall, arguments=TAGS, annotations=WRITES),
        "description": "Add words to the hall. Fails if any of them is empty.",
    },
]

if __name__ == "__main__":
    serve(TOOLS)
