"""A server of chores, of which there are none at first: a tool that moves one does not look whether there is one."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
MAKES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
chores: dict[int, dict[str, str]] = {}
CHORE = {"chore": {"type": "integer", "minimum": 1, "maximum": 10**9, "description": "Number of a chore."}}
TITLE = {"title": {"type": "string", "minLength": 1, "maxLength": 60, "description": "What is to be done."}}
DAY = {"day": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$", "description": "The day, as YYYY-MM-DD."}}


def add_chore(title: str, day: str) -> str:
    number = len(chores) + 1
    chores[number] = {"title": title, "day": day}
    # The number is a "chore" in the calls of other tools.
    return json.dumps({"id": number})


def list_chores() -> str:
    return json.dumps([{"chore": number, **chore} for number, chore in chores.items()])


def tick_chore(chore: int) -> str:
    if "done" in known(chore):
        raise Refused("The chore is done already.")
    chores[chore]["done"] = "yes"
    return f"Chore {chore} is done."


def move_chore(chore: int, day: str) -> str:
    if chore in chores:
        chores[chore]["day"] = day
    return f"Chore {chore} is on {day} now."


def move_known_chore(chore: int, day: str) -> str:
    known(chore)["day"] = day
    return f"Chore {chore} is on {day} now."


def known(chore: int) -> dict[str, str]:
    if chore not in chores:
        raise Refused("There is no such chore.")
    return chores[chore]


serve(
    [
        tool("add_chore", add_chore, arguments={**TITLE, **DAY}, annotations=MAKES),
        tool("list_chores", list_chores, arguments={}, annotations=READS),
        tool("tick_chore", tick_chore, arguments=CHORE, annotations=CHANGES),
        tool("move_chore", move_chore, arguments={**CHORE, **DAY}, annotations=CHANGES),
        tool("move_known_chore", move_known_chore, arguments={**CHORE, **DAY}, annotations=CHANGES),
    ]
)
