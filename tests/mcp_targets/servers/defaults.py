"""A server of readers with defaults; one of them writes what a call gives into its defaults."""

from __future__ import annotations

import json
import time

from raw import serve, tool

READS = {"readOnlyHint": True}
GRAMS = {"grams": {"type": "integer", "minimum": 1, "maximum": 9000, "description": "Weight of the letter."}}
STAMPS = {
    "type": "object",
    "default": {},
    "properties": {"name": {"type": "string"}, "ink": {"type": "string", "enum": ["red", "blue"]}},
    "additionalProperties": False,
    "description": "What the stamp shows, for this letter only.",
}

usual = {"name": "Plain", "ink": "black"}
asked = {"count": 0}


def stamp_letter(grams: int, stamp: dict | None = None) -> str:
    shown = usual
    shown.update(stamp or {})
    return json.dumps({"grams": grams, "stamp": shown["name"], "ink": shown["ink"]})


def frank_letter(grams: int, stamp: dict | None = None) -> str:
    shown = usual_mark() | (stamp or {})
    return json.dumps({"grams": grams, "stamp": shown["name"], "ink": shown["ink"]})


def usual_mark() -> dict:
    return {"name": "Plain", "ink": "black"}


def date_letter(grams: int, stamp: dict | None = None) -> str:
    return json.dumps({"grams": grams, "stamp": (stamp or {}).get("name", "Plain"), "elapsed": time.monotonic()})


def price_letter(grams: int, stamp: dict | None = None) -> str:
    asked["count"] += 1
    return json.dumps({"cents": 90 + grams // 50 + len(stamp or ()), "calls_so_far": asked["count"]})


LETTER = GRAMS | {"stamp": STAMPS}
TOOLS = [
    tool("stamp_letter", stamp_letter, arguments=LETTER, annotations=READS),
    tool("frank_letter", frank_letter, arguments=LETTER, annotations=READS),
    tool("date_letter", date_letter, arguments=LETTER, annotations=READS),
    tool("price_letter", price_letter, arguments=LETTER, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
