"""A server with a tool whose own description shows what its argument takes, without quotes."""

from __future__ import annotations

import datetime as dt
import sys

from raw import Refused, serve, tool


def enter_loans(sheet: str) -> str:
    lines = [line.split(";") for line in sheet.splitlines()]
    for fields in lines:
        try:
            canoe, member, day = fields
            dt.date.fromisoformat(day)
        except ValueError:
            raise Refused("A line is malformed.") from None
        if not (canoe[:2] == "C-" and canoe[2:].isdigit() and member[:1] == "M" and member[1:].isdigit()):
            raise Refused("A line is malformed.")
    print(f"{len(lines)} lines", file=sys.stdout if "aloud" in sys.argv else sys.stderr, flush=True)
    return f"{len(lines)} loans entered"


if __name__ == "__main__":
    said = "Enter loans of canoes, one a line: canoe;member;day, e.g. C-0007;M17;2025-06-30. Fails on any other line."
    serve([tool("enter_loans", enter_loans, arguments={"sheet": {"type": "string"}}, description=said)])
