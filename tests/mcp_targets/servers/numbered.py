"""A server of permits that can be taken back. Its next number is the last one and one, or one more than is left."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

COUNTS_WHAT_IS_LEFT = sys.argv[1:2] == ["left"]
WRITES = {"readOnlyHint": False, "destructiveHint": True}
NUMBER = {"number": {"type": "integer", "minimum": 1, "maximum": 9_999, "description": "Number of a permit."}}
permits: dict[int, str] = {}
last = 0


def grant(holder: str) -> str:
    global last
    last = max(permits, default=0) + 1 if COUNTS_WHAT_IS_LEFT else last + 1
    permits[last] = holder
    return json.dumps({"number": last, "holder": holder})


def take_back(number: int) -> str:
    if permits.pop(number, None) is None:
        raise Refused("There is no such permit.")
    return f"{number} is taken back."


def holder_of(number: int) -> str:
    if number not in permits:
        raise Refused("There is no such permit.")
    return permits[number]


if __name__ == "__main__":
    grants = tool("grant", grant, arguments={"holder": {"type": "string", "description": "Who."}}, annotations=WRITES)
    grants["description"] = "Grant a permit under a number of its own. A number is never used again."
    serve(
        [
            grants,
            tool("take_back", take_back, arguments=NUMBER, annotations=WRITES),
            tool("holder_of", holder_of, arguments=NUMBER, annotations={"readOnlyHint": True}),
        ]
    )
