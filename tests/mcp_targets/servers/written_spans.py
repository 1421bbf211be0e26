"""A server whose tools read spans in a text, and compare them with a limit before or after they are written out."""

from __future__ import annotations

import re

from raw import Refused, serve, tool

SPAN = {"rows": {"type": "string", "maxLength": 60, "description": "Rows of the hall, such as 2-5."}}
READS = {"readOnlyHint": True}
ROWS = 400


def _ends(rows: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,8})-([0-9]{1,8})", rows)
    if found is None:
        raise Refused("Write rows as 2-5.")
    return int(found[1]), int(found[2])


def written_out(rows: str) -> str:
    first, last = _ends(rows)
    every = list(range(first, last + 1))
    if every and every[-1] > ROWS:
        raise Refused("The hall has fewer rows.")
    return " ".join(map(str, every))


def compared(rows: str) -> str:
    first, last = _ends(rows)
    if last > ROWS:
        raise Refused("The hall has fewer rows.")
    return " ".join(map(str, range(first, last + 1)))


TOOLS = [
    tool("written_out", written_out, arguments=SPAN, annotations=READS),
    tool("compared", compared, arguments=SPAN, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
