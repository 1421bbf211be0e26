"""A server of phones: one of its tools answers for an entry that does not exist as for one that it changes."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
ENTRY = {"entry": {"type": "integer", "minimum": 1, "description": "Number of the entry."}}
PHONE = {"phone": {"type": "string", "pattern": "^[0-9]{3}$", "description": "The phone, e.g. '417'."}}

phones = {1: "100", 2: "200", 3: "300"}


def list_phones() -> str:
    return json.dumps([{"entry": entry, "phone": phone} for entry, phone in phones.items()])


def change_phone(entry: int, phone: str) -> str:
    if entry in phones:
        phones[entry] = phone
    return json.dumps({"entry": entry, "phone": phone})


def correct_phone(entry: int, phone: str) -> str:
    if entry not in phones:
        raise Refused(f"There is no entry {entry}.")
    return change_phone(entry, phone)


def drop_phone(entry: int) -> str:
    if entry not in phones:
        raise Refused(f"There is no entry {entry}.")
    return json.dumps({"dropped": phones.pop(entry)})


def forget_phone(entry: int) -> str:
    """Make sure that an entry is gone, as often as one likes."""
    phones.pop(entry, None)
    return json.dumps({"entry": entry})


TOOLS = [
    tool("list_phones", list_phones, arguments={}, annotations=READS),
    tool("change_phone", change_phone, arguments=ENTRY | PHONE, annotations=CHANGES),
    tool("correct_phone", correct_phone, arguments=ENTRY | PHONE, annotations=CHANGES),
    tool("drop_phone", drop_phone, arguments=ENTRY, annotations=CHANGES),
    tool("forget_phone", forget_phone, arguments=ENTRY, annotations=CHANGES),
]

if __name__ == "__main__":
    serve(TOOLS, page=100)
