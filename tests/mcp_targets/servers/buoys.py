"""A server of buoys that lists some of them, with a filter before the limit or behind it."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

MODE = sys.argv[1]
TOLD = {
    "late": "List the buoys in the order in which they were laid.",
    "first": "List the buoys in the order in which they were laid.",
    "told": "List the buoys in the order in which they were laid. Only the first `limit` buoys are looked at.",
}[MODE]
COLOUR = {"type": "string", "enum": ["red", "green", "yellow"], "description": "Its colour."}
buoys: list[dict[str, str]] = []


def lay_buoy(name: str, colour: str) -> str:
    buoys.append({"name": name, "colour": colour})
    return f"{name} is laid."


def list_buoys(colour: str = "", limit: int = 20) -> str:
    listed = buoys if MODE == "first" else buoys[:limit]
    return json.dumps([one for one in listed if colour in ("", one["colour"])][:limit])


if __name__ == "__main__":
    name = {"name": {"type": "string", "description": "Name of the buoy."}}
    limit = {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "Buoys at most."}
    lists = tool(
        "list_buoys",
        list_buoys,
        arguments={"colour": {**COLOUR, "enum": ["", *COLOUR["enum"]], "default": ""}, "limit": limit},
        annotations={"readOnlyHint": True},
    )
    writes = {"readOnlyHint": False, "destructiveHint": False}
    lays = tool("lay_buoy", lay_buoy, arguments={**name, "colour": COLOUR}, annotations=writes)
    serve([lays, lists | {"description": TOLD}])
