"""A server of two readers with an optional list, which one of them leaves in what the other one answers."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

READS = {"readOnlyHint": True}
MEAL = {"meal": {"type": "string", "enum": ["lunch", "dinner"], "description": "Which meal."}}
GUESTS = {"type": "array", "items": {"type": "string"}, "default": [], "description": "Dishes for guests."}
SHARES = sys.argv[1:] == ["shares"]

dishes = {"lunch": ["soup", "bread"], "dinner": ["fish", "rice"]}


def list_dishes(meal: str) -> str:
    return json.dumps({"meal": meal, "dishes": dishes[meal]})


def shopping(meal: str, guests: list[str] = []) -> str:  # noqa: B006  # it is not changed
    wanted = dishes[meal] if SHARES else list(dishes[meal])
    wanted += [dish for dish in guests if dish not in wanted]
    return json.dumps({"meal": meal, "courses": len(wanted)})


TOOLS = [
    tool("list_dishes", list_dishes, arguments=MEAL, annotations=READS),
    tool("shopping", shopping, arguments={**MEAL, "guests": GUESTS}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
