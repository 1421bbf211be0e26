"""A server that assigns parking bays to drivers: a bay of another driver is refused, moved, or told as assigned.

The bays of a call are a list, or one ("alone"); drivers may have to be registered first ("known").
"""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

WORDS = sys.argv[1:]
BAY = {"type": "string", "minLength": 1, "maxLength": 10, "description": "Number of a bay, such as B-12."}
DRIVER = {"driver": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Who parks there."}}
BAYS = {"bays": {"type": "array", "items": BAY, "minItems": 1, "maxItems": 20, "description": "Numbers of bays."}}
TOLD = "Assign bays to a driver. A bay has one driver at a time. `assigned` lists what the driver now has of them"
WRITES = {"readOnlyHint": False, "destructiveHint": False}
bays: dict[str, str | None] = {}
drivers: list[str] = []


def add_bay(bay: str) -> str:
    bays.setdefault(bay, None)
    return json.dumps({"bay": bay})


def register_driver(driver: str) -> str:
    drivers.append(driver)
    return json.dumps({"driver": driver})


def assign(bays_of_call: list[str], driver: str) -> str:
    if "known" in WORDS and driver not in drivers:
        raise Refused("There is no such driver.")
    assigned, refused = [], []
    for bay in bays_of_call:
        if bay not in bays or (bays[bay] not in (None, driver) and "refuses" in WORDS):
            refused.append(bay)
            continue
        if bays[bay] is None or "moves" in WORDS:
            bays[bay] = driver
        assigned.append(bay)
    return json.dumps({"assigned": assigned, "refused": refused})


def assign_bay(bay: str, driver: str) -> str:
    if bay not in bays:
        raise Refused("There is no such bay.")
    return assign([bay], driver)


def list_bays() -> str:
    return json.dumps([{"bay": bay, "driver": driver} for bay, driver in bays.items()])


if __name__ == "__main__":
    arguments = ({"bay": BAY} if "alone" in WORDS else BAYS) | DRIVER
    run = assign_bay if "alone" in WORDS else lambda bays, driver: assign(bays, driver)
    told = f"{TOLD}; those with a driver are left as they are." if "told" in WORDS else f"{TOLD}."
    giver = tool("assign_bays", run, arguments=arguments, annotations=WRITES) | {"description": told}
    known = [tool("register_driver", register_driver, arguments=DRIVER, annotations=WRITES)]
    serve(
        [
            tool("add_bay", add_bay, arguments={"bay": BAY}, annotations=WRITES),
            *(known if "known" in WORDS else []),
            giver,
            tool("list_bays", list_bays, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
