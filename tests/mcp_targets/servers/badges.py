"""A server of badges. For a badge that is not there it answers that nothing was returned, or with an error."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

ANSWERS = sys.argv[1:2] == ["answers"]
WRITES = {"readOnlyHint": False, "destructiveHint": True}
BADGE = {"badge": {"type": "integer", "description": "Number of a badge."}}
badges: dict[int, str] = {}


def hand_out(holder: str) -> str:
    badges[len(badges) + 1] = holder
    return json.dumps({"badge": len(badges), "holder": holder})


def take_back(badge: int) -> str:
    if badges.pop(badge, None) is not None:
        return json.dumps({"returned": badge})
    if ANSWERS:
        return json.dumps({"returned": None, "message": f"There is no badge {badge}."})
    raise Refused(f"There is no badge {badge}.")


def list_badges() -> str:
    return json.dumps([{"badge": badge, "holder": holder} for badge, holder in badges.items()])


if __name__ == "__main__":
    takes = tool("take_back", take_back, arguments=BADGE, annotations=WRITES)
    takes["description"] = "Take a badge back. Fails if there is no badge of this number."
    holder = {"holder": {"type": "string", "description": "Who gets it."}}
    serve(
        [
            tool("hand_out", hand_out, arguments=holder, annotations={**WRITES, "destructiveHint": False}),
            takes,
            tool("list_badges", list_badges, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
