"""A server of tolls that change on a day of the year. It keeps what it has looked up by the year, or by the day."""

from __future__ import annotations

import json
import sys
from datetime import date

from raw import Refused, serve, tool

TOLLS = [("pass", "2021-01-01", 900), ("pass", "2024-05-18", 1150), ("tunnel", "2021-01-01", 400)]
LENGTH = len("2021") if sys.argv[1:2] == ["by_year"] else len("2021-01-01")
kept: dict[tuple[str, str], int] = {}
ARGUMENTS = {
    "road": {"type": "string", "enum": ["pass", "tunnel"], "description": "The road."},
    "day": {"type": "string", "description": "The day of the drive, YYYY-MM-DD."},
}


def toll_on(road: str, day: str) -> str:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Refused("The day must be YYYY-MM-DD.") from None
    key = (road, day[:LENGTH])
    if key not in kept:
        tolls = [cents for name, first, cents in TOLLS if name == road and first <= day]
        if not tolls:
            raise Refused("No toll is known for that day.")
        kept[key] = tolls[-1]
    return json.dumps({"toll_cents": kept[key]})


if __name__ == "__main__":
    serve([tool("toll_on", toll_on, arguments=ARGUMENTS, annotations={"readOnlyHint": True})])
