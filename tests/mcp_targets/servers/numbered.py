"""A server of permits that can be taken back. Its next number is the last one and one, or one more than is left."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

COUNTS_WHAT_IS_LEFT, IN_WORDS = "left" in sys.argv, "words" in sys.argv
WRITES = {"readOnlyHint": False, "destructiveHint": True}
NUMBER = {"number": {"type": "integer", "minimum": 1, "maximum": 9_999, "description": "Number of a permit."}}
REASON = {"reason": {"type": "string", "description": "Why."}}
permits: dict[int, str] = {}
last = 0


def grant(holder: str) -> str:
    global last
    last = max(permits, default=0) + 1 if COUNTS_WHAT_IS_LEFT else last + 1
    permits[last] = holder
    return f"Permit {last} is granted." if IN_WORDS else json.dumps({"number": last, "holder": holder})


def take_back(number: int, reason: str = "") -> str:
    if permits.pop(number, None) is None:
        raise Refused("There is no such permit.")
    return f"{number} is taken back."


def holder_of(number: int) -> str:
    if number not in permits:
        raise Refused("There is no such permit.")
    return permits[number]


if __name__ == "__main__":
    grants = tool("grant", grant, arguments={"holder": {"type": "string", "description": "Who."}}, annotations=WRITES)
    takes = tool("take_back", take_back, arguments=NUMBER, annotations=WRITES)
    if IN_WORDS:
        takes = tool("take_back", take_back, arguments=NUMBER | REASON, annotations=WRITES)
        takes["description"] = "Take a permit back. Its number stays that of this permit: no later one gets it."
    else:
        grants["description"] = "Grant a permit under a number of its own. A number is never used again."
    serve(
        [
            grants,
            takes,
            tool("holder_of", holder_of, arguments=NUMBER, annotations={"readOnlyHint": True}),
        ]
    )
