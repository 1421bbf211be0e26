"""A server of ferries. A ferry that is known is changed where it is, or put in the list again without its remark."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

REPLACES = sys.argv[1:2] == ["replaced"]
ferries = {
    "Hebe": {"route": "Oban to Mull", "seats": 120, "remark": "no dogs on the upper deck", "ramp": "bow"},
    "Juno": {"route": "Largs to Cumbrae", "seats": 80, "remark": "", "ramp": "stern"},
}


def enter_ferry(name: str, route: str, seats: int) -> str:
    known = {} if REPLACES else ferries.get(name, {})
    ferries[name] = {"remark": "", "ramp": "stern", **known, "route": route, "seats": seats}
    return json.dumps({"entered": name})


def list_ferries() -> str:
    return json.dumps([{"name": name, **ferry} for name, ferry in ferries.items()])


if __name__ == "__main__":
    enters = tool(
        "enter_ferry",
        enter_ferry,
        arguments={
            "name": {"type": "string", "description": "Name of the ferry, such as 'Juno'."},
            "route": {"type": "string", "description": "From where to where it goes."},
            "seats": {"type": "integer", "description": "How many people it takes.", "minimum": 1},
        },
        annotations={"readOnlyHint": False, "destructiveHint": False},
    )
    enters["description"] = "Add a ferry, or update the route and the seats of a ferry that is in the list already."
    serve([enters, tool("list_ferries", list_ferries, arguments={}, annotations={"readOnlyHint": True})])
