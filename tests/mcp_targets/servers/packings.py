"""A server that puts together what to pack, of its own list or of a copy."""

from __future__ import annotations

import sys

from raw import serve, tool

MODE = (sys.argv[1:] or ["copied"])[0]
TRIPS = {"beach": ["towel", "hat"], "hills": ["boots", "map"]}


def pack_for(trip: str, cold: bool = False) -> str:
    things = TRIPS[trip] if MODE in ("shared", "told") else list(TRIPS[trip])
    if cold:
        things += ["gloves", "scarf"]
    return ", ".join(things)


if __name__ == "__main__":
    said = "Put together what to pack for a trip."
    arguments = {
        "trip": {"type": "string", "enum": sorted(TRIPS)},
        "cold": {"type": "boolean", "default": False, "description": "Add what is needed where it is cold."},
    }
    told = {"description": f"{said} What was added once stays on the list." if MODE == "told" else said}
    serve([tool("pack_for", pack_for, arguments=arguments, **told)])
