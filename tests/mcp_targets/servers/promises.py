"""A server whose data are in its memory; some tools break the promises of their annotations and arguments."""

from __future__ import annotations

import secrets

from raw import serve, tool

#: Chosen at each start, and not changed by any call.
ROOM = secrets.token_hex(3)
ENTRY = {"entry": {"type": "string", "description": "Text of the entry.", "enum": ["milk", "bread"]}}
TAG = {"tag": {"type": "string", "description": "A word."}}
DRY = {"dry_run": {"type": "boolean", "default": False, "description": "Whether to name the entries only."}}
READS = {"readOnlyHint": True}
REPEATABLE = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
DELETES = {"readOnlyHint": False, "destructiveHint": True}

entries: list[str] = ["milk", "bread", "milk"]
wanted: set[str] = {"bread"}
prices: dict[str, int] = {}
known: dict[str, int] = {}
tags: dict[str, list[str]] = {}


def list_entries() -> str:
    return ", ".join(entries) or "none"


def list_wanted() -> str:
    return ", ".join(sorted(wanted)) or "none"


def add_entry(entry: str) -> str:
    entries.append(entry)
    return "Added."


def want_entry(entry: str) -> str:
    wanted.add(entry)
    return "Wanted."


def tag_entry(entry: str, tag: str) -> str:
    if tag not in tags.setdefault(entry, []):
        tags[entry].append(tag.lower())
    return "Tagged."


def label_entry(entry: str, tag: str) -> str:
    if tag.lower() not in tags.setdefault(entry, []):
        tags[entry].append(tag.lower())
    return "Labelled."


def list_tags(entry: str) -> str:
    return ", ".join(tags.get(entry, [])) or "none"


def price_of(entry: str) -> str:
    return f"{known.setdefault(entry, prices.get(entry, 1))} cents"


def room_of(entry: str) -> str:
    return f"{entry} is in room {ROOM}."


def current_price_of(entry: str) -> str:
    return f"{prices.get(entry, 1)} cents"


def next_entry() -> str:
    entries.append(entries.pop(0))
    return entries[0]


def set_price(entry: str) -> str:
    prices[entry] = prices.get(entry, 1) + 1
    return "Set."


def clear_entries(dry_run: bool = False) -> str:
    gone = ", ".join(entries) or "none"
    entries.clear()
    return f"Would remove {gone}." if dry_run else f"Removed {gone}."


def clear_wanted(dry_run: bool = False) -> str:
    gone = ", ".join(sorted(wanted)) or "none"
    if dry_run:
        return f"Would remove {gone}."
    wanted.clear()
    return f"Removed {gone}."


TOOLS = [
    tool("list_entries", list_entries, arguments={}, annotations=READS),
    tool("list_wanted", list_wanted, arguments={}, annotations=READS),
    tool("price_of", price_of, arguments=ENTRY, annotations=READS),
    tool("room_of", room_of, arguments=ENTRY, annotations=READS),
    tool("current_price_of", current_price_of, arguments=ENTRY, annotations=READS),
    tool("first_entry", next_entry, arguments={}, annotations=READS),
    tool("raise_price", set_price, arguments=ENTRY, annotations=WRITES),
    tool("add_entry", add_entry, arguments=ENTRY, annotations=REPEATABLE),
    tool("want_entry", want_entry, arguments=ENTRY, annotations=REPEATABLE),
    tool("list_tags", list_tags, arguments=ENTRY, annotations=READS),
    tool("tag_entry", tag_entry, arguments=ENTRY | TAG, annotations=REPEATABLE),
    tool("label_entry", label_entry, arguments=ENTRY | TAG, annotations=REPEATABLE),
    tool("clear_entries", clear_entries, arguments=DRY, annotations=DELETES),
    tool("clear_wanted", clear_wanted, arguments=DRY, annotations=DELETES),
]

if __name__ == "__main__":
    serve(TOOLS)
