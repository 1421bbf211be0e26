"""A server of a lending shop: readers of what a member has borrowed, where a new member has nothing."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
MAKES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
loans: dict[int, list[str]] = {11: ["drill"], 12: ["ladder", "saw"], 13: []}
labels: dict[str, list[str]] = {"wood": ["saw"], "metal": ["drill", "vice"]}
MEMBER = {"member": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "Number of a member: 11."}}
LABEL = {"label": {"type": "string", "minLength": 1, "maxLength": 20, "description": "Label of tools, such as wood."}}
NAME = {"name": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Name of the new member."}}
THING = {"thing": {"type": "string", "minLength": 1, "maxLength": 40, "description": "What is meant."}}
TOLD = "List what a member has borrowed; an unknown member has nothing."


def known(member: int) -> list[str]:
    if member not in loans:
        raise Refused("There is no such member.")
    return loans[member]


def enrol(name: str) -> str:
    member = max(loans) + 1
    loans[member] = []
    return json.dumps({"member": member, "name": name})


def lend(member: int, thing: str) -> str:
    known(member).append(thing)
    return "Lent."


def borrowed(member: int) -> str:
    things = loans.get(member, [])
    return json.dumps({"member": member, "count": len(things), "things": things})


def borrowed_by(member: int) -> str:
    known(member)
    return borrowed(member)


def last_borrowed(member: int) -> str:
    if not known(member):
        raise Refused("The member has borrowed nothing.")
    return json.dumps({"member": member, "thing": loans[member][-1]})


def add_label(label: str, thing: str) -> str:
    labels.setdefault(label, []).append(thing)
    return "Labelled."


def labelled(label: str) -> str:
    return json.dumps({"label": label, "things": labels.get(label, [])})


def drop_label(label: str) -> str:
    # A label is there as long as something has it.
    if label not in labels:
        raise Refused("Nothing has this label.")
    del labels[label]
    return "Dropped."


TOOLS = [
    tool("enrol", enrol, arguments=NAME, annotations=MAKES),
    tool("lend", lend, arguments={**MEMBER, **THING}, annotations=MAKES),
    tool("borrowed", borrowed, arguments=MEMBER, annotations=READS),
    tool("borrowed_told", borrowed, arguments=MEMBER, annotations=READS, description=TOLD),
    tool("borrowed_by", borrowed_by, arguments=MEMBER, annotations=READS),
    tool("last_borrowed", last_borrowed, arguments=MEMBER, annotations=READS),
    tool("add_label", add_label, arguments={**LABEL, **THING}, annotations=MAKES),
    tool("labelled", labelled, arguments=LABEL, annotations=READS),
    tool("drop_label", drop_label, arguments=LABEL),
]

if __name__ == "__main__":
    serve(TOOLS)
