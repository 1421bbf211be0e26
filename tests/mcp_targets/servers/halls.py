"""A server of halls that are taken for a time. Its reader tells of one span alone, and one overlap may be missed."""

from __future__ import annotations

import json
import sys
from datetime import datetime

from raw import Refused, serve, tool

MISSES = sys.argv[1:2] == ["misses"]
MINUTE = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d$", "description": "A minute."}
SPAN = {"hall": {"type": "string", "enum": ["old", "new"], "description": "A hall."}, "start": MINUTE, "end": MINUTE}
taken: list[tuple[str, str, str]] = []


def _in_the_way(hall: str, start: str, end: str) -> list[tuple[str, str, str]]:
    try:
        moments = [datetime.fromisoformat(text) for text in (start, end)]
    except ValueError:
        raise Refused("Give minutes of the calendar.") from None
    if moments[0] >= moments[1]:
        raise Refused("The end has to be later than the start.")
    meets = (lambda one: one[1] <= start < one[2] or one[1] < end <= one[2]) if MISSES else None
    overlaps = meets or (lambda one: start < one[2] and one[1] < end)
    return [one for one in taken if one[0] == hall and overlaps(one)]


def take_hall(hall: str, start: str, end: str) -> str:
    if _in_the_way(hall, start, end):
        raise Refused("The hall is taken then.")
    taken.append((hall, start, end))
    return "It is yours."


def who_is_in(hall: str, start: str, end: str) -> str:
    return json.dumps([list(one) for one in _in_the_way(hall, start, end)])


if __name__ == "__main__":
    serve(
        [
            tool("take_hall", take_hall, arguments=SPAN, annotations={"readOnlyHint": False}),
            tool("who_is_in", who_is_in, arguments=SPAN, annotations={"readOnlyHint": True}),
        ]
    )
