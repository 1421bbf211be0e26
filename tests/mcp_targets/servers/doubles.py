"""A server of a guest list that passes over those who are there already, and tells somebody of it."""

from __future__ import annotations

import sys

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
MAKES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}
guests = {"Ida,2"}
LINES = {"lines": {"type": "string", "maxLength": 500, "description": "A guest and a table on each line, e.g. Olga,7"}}


def read(lines: str) -> list[str]:
    found = lines.split("\n")
    for line in found:
        name, _, table = line.partition(",")
        if not name or not table.isdecimal():
            raise Refused("A line is no guest with a table.")
    return found


def invited(lines: str, *, told: object) -> str:
    new: list[str] = []
    for line in read(lines):
        if line in guests or line in new:
            print("passed over:", line, file=told)
        else:
            new.append(line)
    guests.update(new)
    return f"{len(new)} are invited."


def counted(lines: str, *, told: object) -> str:
    seen: set[str] = set()
    for line in read(lines):
        if line in seen:
            print("counted once:", line, file=told)
        seen.add(line)
    return f"{len(seen)} guests."


TOOLS = [
    tool("invite_loudly", lambda lines: invited(lines, told=sys.stdout), arguments=LINES, annotations=MAKES),
    tool("invite", lambda lines: invited(lines, told=sys.stderr), arguments=LINES, annotations=MAKES),
    tool("count_loudly", lambda lines: counted(lines, told=sys.stdout), arguments=LINES, annotations=READS),
    tool("count", lambda lines: counted(lines, told=sys.stderr), arguments=LINES, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
