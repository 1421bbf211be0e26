"""A server of a wine cellar: some tools do the first half of their work before they look for what they need then."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
VAT = {"vat": {"type": "string", "description": "Label of the vat."}}
LITRES = {"litres": {"type": "integer", "minimum": 1, "maximum": 900, "description": "How much."}}
GUEST = {"guest_id": {"type": "string", "description": "The guest."}}
TABLE = {"table": {"type": "string", "description": "The table."}}
vats: dict[str, int] = {}
guests: dict[str, str] = {}
tables: dict[str, list[str]] = {"hall": [], "garden": []}
refused: list[str] = []
numbers = itertools.count(1)


def known(records: dict[str, Any], name: str) -> str:
    if name not in records:
        raise Refused(f"There is no {name}.")
    return name


def add_vat(vat: str, litres: int) -> str:
    if vat in vats:
        raise Refused(f"There is a vat {vat} already.")
    vats[vat] = litres
    return "The vat is there."


def show_vat(vat: str) -> str:
    return f"{vats[known(vats, vat)]} litres"


def add_guest(name: str) -> str:
    guest = f"G-{next(numbers):03d}"
    guests[guest] = name
    tables["hall"].append(guest)
    return json.dumps({"guest_id": guest})


def seating() -> str:
    return json.dumps(tables)


def refusals() -> str:
    return json.dumps(refused)


def pouring(*, looks_first: bool) -> Callable[..., str]:
    def run(vat: str, litres: int, guest_id: str) -> str:
        if looks_first:
            known(guests, guest_id)
        if vats[known(vats, vat)] < litres:
            raise Refused("There is not that much in it.")
        vats[vat] -= litres
        return f"{litres} litres for {guests[known(guests, guest_id)]}."

    return run


def seats(*, looks_first: bool) -> Callable[..., str]:
    def run(guest_id: str, table: str) -> str:
        known(guests, guest_id)
        if looks_first:
            known(tables, table)
        for seated in tables.values():
            if guest_id in seated:
                seated.remove(guest_id)
        tables[known(tables, table)].append(guest_id)
        return "The guest sits there."

    return run


def noted_pouring(vat: str, litres: int, guest_id: str) -> str:
    try:
        return pouring(looks_first=True)(vat, litres, guest_id)
    except Refused as refusal:
        refused.append(str(refusal))
        raise


TOOLS = [
    tool("show_vat", show_vat, arguments=VAT, annotations=READS),
    tool("seating", seating, arguments={}, annotations=READS),
    tool("audit_refusals", refusals, arguments={}, annotations=READS),
    tool("add_vat", add_vat, arguments={**VAT, **LITRES}),
    tool("add_guest", add_guest, arguments={"name": {"type": "string", "description": "Who comes."}}),
    tool("pour", pouring(looks_first=False), arguments={**VAT, **LITRES, **GUEST}),
    tool("pour_for_a_guest", pouring(looks_first=True), arguments={**VAT, **LITRES, **GUEST}),
    tool("pour_and_note", noted_pouring, arguments={**VAT, **LITRES, **GUEST}),
    tool("seat", seats(looks_first=False), arguments={**GUEST, **TABLE}),
    tool("seat_at_a_table", seats(looks_first=True), arguments={**GUEST, **TABLE}),
]

if __name__ == "__main__":
    serve(TOOLS)
