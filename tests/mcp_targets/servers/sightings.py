"""A server with a finder of birds, which finds nothing unless it is given one of those that the lister tells."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

READS = {"readOnlyHint": True}
BIRD = {"type": "string", "description": "The bird."}
MOST = {"type": "integer", "minimum": 1, "maximum": 60, "default": 10, "description": "Return at most this many."}

seen = [("wagtail", day) for day in (1, 4, 5, 9, 12, 17)]
seen += [("dipper", day) for day in (2, 3, 6, 7, 8, 10, 11, 13)]


def find_birds(bird: str, most: int = 10) -> str:
    newest = sorted(seen, key=lambda row: -row[1])
    if "early" in sys.argv:
        newest = newest[:most]
    return json.dumps([day for name, day in newest if name == bird][:most])


def list_birds() -> str:
    return json.dumps(sorted({name for name, _ in seen}))


if __name__ == "__main__":
    serve(
        [
            tool("find_birds", find_birds, arguments={"bird": BIRD, "most": MOST}, annotations=READS),
            tool("list_birds", list_birds, arguments={}, annotations=READS),
        ]
    )
