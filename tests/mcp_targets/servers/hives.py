"""A server of bee hives by their numbers. A new one gets the number of how many there are, the next, or a place.

A lost one shows only where its number is asked for, or in the list of the hives of a breed ("listed").
"""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

NUMBERED = sys.argv[1]
WRITES = {"readOnlyHint": False, "destructiveHint": False}
hives: dict[str, str] = {}
last = 0


def set_up_hive(breed: str) -> str:
    global last
    last += 1
    if NUMBERED == "breeds" and breed in hives.values():
        return json.dumps({"hive": next(number for number, one in hives.items() if one == breed), "breed": breed})
    number = f"H{last if NUMBERED in ('last', 'breeds') else len(hives) + 1}"
    hives[number] = breed
    return json.dumps({"hive": number, "breed": breed})


def take_down_hive(hive: str) -> str:
    if hive not in hives:
        raise Refused("There is no such hive.")
    del hives[hive]
    if NUMBERED == "places":
        # Those behind it move up.
        left = list(hives.values())
        hives.clear()
        hives.update({f"H{number}": breed for number, breed in enumerate(left, start=1)})
    return f"{hive} is taken down."


def show_hive(hive: str) -> str:
    if hive not in hives:
        raise Refused("There is no such hive.")
    return json.dumps({"hive": hive, "breed": hives[hive]})


def hives_of_breed(breed: str) -> str:
    return json.dumps([number for number, one in hives.items() if one == breed])


if __name__ == "__main__":
    text = {"type": "string", "minLength": 1, "maxLength": 40}
    breed = {"breed": {**text, "description": "Bees."}}
    number = {"hive": {**text, "description": "Number of a hive."}}
    serve(
        [
            tool("set_up_hive", set_up_hive, arguments=breed, annotations=WRITES),
            tool("take_down_hive", take_down_hive, arguments=number, annotations=WRITES | {"destructiveHint": True}),
            tool("hives_of_breed", hives_of_breed, arguments=breed, annotations={"readOnlyHint": True})
            if "listed" in sys.argv
            else tool("show_hive", show_hive, arguments=number, annotations={"readOnlyHint": True}),
        ]
    )
