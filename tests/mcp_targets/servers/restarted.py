"""A server that notices repeated calls, with the keys and the entries where its command says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from raw import serve, tool

KEEPS_ENTRIES, KEEPS_KEYS = "entries" in sys.argv[1:], "keys" in sys.argv[1:]
READS = {"readOnlyHint": True}
REPEATABLE = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}
KEY = {"type": "string", "description": "Your key, a new one for each booking."}
SEATS = {"type": "integer", "minimum": 1, "maximum": 9, "description": "Number of seats."}
STORE = Path("bookings.json")

bookings: list[dict] = json.loads(STORE.read_text()) if KEEPS_ENTRIES and STORE.exists() else []
known = {one["key"] for one in bookings if KEEPS_KEYS}


def book(key: str, seats: int) -> str:
    if key not in known:
        known.add(key)
        bookings.append({"key": key, "seats": seats})
        if KEEPS_ENTRIES:
            STORE.write_text(json.dumps(bookings))
    return "Booked."


def list_bookings() -> str:
    return json.dumps(bookings)


WORDS = {"description": "Book seats. Keys are known until the server ends."} if "tells" in sys.argv[1:] else {}
TOOLS = [
    {**tool("book", book, arguments={"key": KEY, "seats": SEATS}, annotations=REPEATABLE), **WORDS},
    tool("list_bookings", list_bookings, arguments={}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
