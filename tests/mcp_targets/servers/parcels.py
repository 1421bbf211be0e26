"""A server of parcels, which a recall closes to changes: one tool reports a change that it has not made."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": True}
NUMBER = {"parcel": {"type": "integer", "minimum": 1, "maximum": 99_999, "description": "Number of a parcel."}}
DOOR = {"door": {"type": "string", "pattern": "^[A-Z][a-z]{2,11}[0-9]?$", "description": "A door."}}
LEVEL = {"level": {"type": "string", "enum": ["slow", "usual", "fast"], "description": "How fast it goes."}}
parcels: list[dict[str, object]] = []


def hand_in(door: str) -> str:
    parcels.append({"parcel": len(parcels) + 1, "door": door, "level": "usual", "recalled": False})
    return json.dumps(parcels[-1])


def recall(parcel: int) -> str:
    _found(parcel)["recalled"] = True
    return f"Parcel {parcel} is recalled."


def reroute(parcel: int, door: str) -> str:
    found = _found(parcel)
    if not found["recalled"]:
        found["door"] = door
    return f"Parcel {parcel} goes to {door}."


def reroute_open(parcel: int, door: str) -> str:
    found = _found(parcel)
    if found["recalled"]:
        raise Refused(f"Parcel {parcel} is recalled.")
    found["door"] = door
    return f"Parcel {parcel} goes to {door}."


def reroute_any(parcel: int, door: str) -> str:
    _found(parcel)["door"] = door
    return f"Parcel {parcel} goes to {door}."


def reroute_told(parcel: int, door: str) -> str:
    found = _found(parcel)
    if found["recalled"]:
        return f"Parcel {parcel} stays where it is."
    found["door"] = door
    return f"Parcel {parcel} goes to {door}."


def grade(parcel: int, level: str) -> str:
    found = _found(parcel)
    if not found["recalled"]:
        found["level"] = level
    return f"Parcel {parcel} is {level}."


def show_parcel(parcel: int) -> str:
    return json.dumps(_found(parcel))


def _found(number: int) -> dict[str, object]:
    if not 0 < number <= len(parcels):
        raise Refused(f"There is no parcel {number}.")
    return parcels[number - 1]


if __name__ == "__main__":
    both = {**NUMBER, **DOOR}
    serve(
        [
            tool("hand_in", hand_in, arguments=DOOR, annotations={**WRITES, "destructiveHint": False}),
            tool("recall", recall, arguments=NUMBER, annotations=WRITES),
            tool("reroute", reroute, arguments=both, annotations=WRITES),
            tool("reroute_open", reroute_open, arguments=both, annotations=WRITES),
            tool("reroute_any", reroute_any, arguments=both, annotations=WRITES),
            tool("reroute_told", reroute_told, arguments=both, annotations=WRITES),
            tool("grade", grade, arguments={**NUMBER, **LEVEL}, annotations=WRITES),
            tool("show_parcel", show_parcel, arguments=NUMBER, annotations=READS),
        ]
    )
