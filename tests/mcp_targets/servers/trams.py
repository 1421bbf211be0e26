"""A server that lists trams from a time on, which it compares as a text or as a time."""

from __future__ import annotations

import json
import re
import sys

from raw import serve, tool

AFTER = {"after": {"type": "string", "description": "A time of day, such as '11:30' or '7:05'."}}
TRAMS = ["06:20", "09:40", "12:00", "18:15"]


def trams_after(after: str) -> str:
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", after):
        raise ValueError("after must be a time of day")
    first = after if "texts" in sys.argv else after.zfill(5)
    return json.dumps({"after": after, "trams": [tram for tram in TRAMS if tram >= first]})


if __name__ == "__main__":
    serve([tool("trams_after", trams_after, arguments=AFTER, annotations={"readOnlyHint": True})])
