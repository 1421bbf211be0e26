"""A server of clubs. A reader adds one club's members to the other's list, or to a copy of it."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

SHARES = sys.argv[1:2] == ["shares"]
READS = {"readOnlyHint": True}
CLUB = {"type": "integer", "minimum": 1, "maximum": 999, "description": "Number of a club."}
clubs: dict[int, list[str]] = {1: ["Ines", "Olga"], 2: ["Olga"]}


def found_club(name: str) -> str:
    clubs[len(clubs) + 1] = [name]
    return json.dumps({"club": len(clubs)})


def members(club: int) -> str:
    return json.dumps({"members": _of(club)})


def members_of_both(first: int, second: int) -> str:
    if first == second:
        raise Refused("Name two clubs.")
    both = _of(first) if SHARES else list(_of(first))
    for member in _of(second):
        if member not in both:
            both.append(member)
    return json.dumps({"members": both})


def _of(club: int) -> list[str]:
    if club not in clubs:
        raise Refused("There is no such club.")
    return clubs[club]


if __name__ == "__main__":
    founder = {"name": {"type": "string", "minLength": 1, "description": "The first member."}}
    serve(
        [
            tool("found_club", found_club, arguments=founder, annotations={"readOnlyHint": False}),
            tool("members", members, arguments={"club": CLUB}, annotations=READS),
            tool("members_of_both", members_of_both, arguments={"first": CLUB, "second": CLUB}, annotations=READS),
        ]
    )
