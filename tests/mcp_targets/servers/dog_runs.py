"""A server of kennels: a tool gives a dog another one, and does not look whether there is such a dog."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
dogs = {"dog-14": "north", "dog-15": "south"}
DOG = {"dog": {"type": "string", "minLength": 1, "description": "Number of the dog, such as 'dog-14'."}}
KENNEL = {"kennel": {"type": "string", "minLength": 1, "description": "Where the dog sleeps."}}
TOLD = "Give a dog another kennel. An unknown dog is refused."


def show_dog(dog: str) -> str:
    if dog not in dogs:
        raise Refused("There is no such dog.")
    return json.dumps({"dog": dog, "kennel": dogs[dog]})


def rehouse(dog: str, kennel: str) -> str:
    if dog in dogs:
        dogs[dog] = kennel
    return f"{dog} sleeps in {kennel} now."


def rehouse_known(dog: str, kennel: str) -> str:
    if dog not in dogs:
        raise Refused("There is no such dog.")
    dogs[dog] = kennel
    return f"{dog} sleeps in {kennel} now."


serve(
    [
        tool("show_dog", show_dog, arguments=DOG, annotations=READS),
        tool("rehouse", rehouse, arguments={**DOG, **KENNEL}, annotations=CHANGES, description=TOLD),
        tool("rehouse_known", rehouse_known, arguments={**DOG, **KENNEL}, annotations=CHANGES, description=TOLD),
    ]
)
