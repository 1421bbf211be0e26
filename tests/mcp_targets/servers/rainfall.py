"""A server that tells how rain varies: of one day ("spread"), or of dry days ("share"), it has nothing to tell.

It says so with null, or with NaN, which no message of JSON may hold, as a number of the message or in its text.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import Any

from raw import Refused, serve, text, tool

LACK, WHERE, FORM = sys.argv[1:4]
NOTHING = float("nan") if LACK == "nan" else None
days: dict[str, list[float]] = {}


def add_day(station: str, millimetres: int) -> str:
    days.setdefault(station, []).append(millimetres)
    return "It is noted."


def rain_of(station: str) -> dict[str, Any]:
    if station not in days:
        raise Refused("There is no such station.")
    found = days[station]
    total = sum(found)
    spread = statistics.stdev(found) if len(found) > 1 else NOTHING
    share = found[-1] / total if total else NOTHING
    told = {"mean": statistics.fmean(found), WHERE: spread if WHERE == "spread" else share}
    return text(json.dumps(told)) | ({"structuredContent": told} if FORM == "structured" else {})


STATION = {"station": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Name of the station."}}
RAIN = {"millimetres": {"type": "integer", "minimum": 0, "maximum": 900, "description": "Rain of the day."}}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
TOOLS = [
    tool("add_day", add_day, arguments=STATION | RAIN, annotations=WRITES),
    tool("rain_of", rain_of, arguments=STATION, annotations={"readOnlyHint": True}),
]

if __name__ == "__main__":
    serve(TOOLS)
