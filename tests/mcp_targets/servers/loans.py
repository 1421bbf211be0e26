"""A server of loans that end. A new one gets the next number, that of how many there are, or the first free one.

The second word is whether a loan that has ended can be ended once more, as if nothing had happened.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from raw import Refused, serve, tool

NUMBERED, ENDS_TWICE = sys.argv[1], "twice" in sys.argv
WRITES = {"readOnlyHint": False, "destructiveHint": False}
loans: list[dict[str, Any]] = [{"loan": "L-1", "tool": "drill"}, {"loan": "L-2", "tool": "ladder"}]
last = 2


def lend(tool_name: str) -> str:
    global last
    taken, last = [loan["loan"] for loan in loans], last + 1
    free = next(number for number in range(1, 99) if f"L-{number}" not in taken)
    number = {"counted": len(loans) + 1, "last": last, "free": free}[NUMBERED]
    loans.append({"loan": f"L-{number}", "tool": tool_name})
    return f"Loan L-{number} has begun; {len(loans)} things are lent out."


def end_loan(loan: str) -> str:
    found = [one for one in loans if one["loan"] == loan]
    if not found and not ENDS_TWICE:
        raise Refused("There is no such loan.")
    # The first one, or all of them.
    loans[:] = [one for one in loans if (one["loan"] != loan if ENDS_TWICE else one is not found[0])]
    return f"{loan} has ended."


def list_loans() -> str:
    return json.dumps({"loans": loans})


if __name__ == "__main__":
    text = {"type": "string", "minLength": 1, "maxLength": 40}
    serve(
        [
            tool("lend", lend, arguments={"tool_name": {**text, "description": "What."}}, annotations=WRITES),
            tool(
                "end_loan",
                end_loan,
                arguments={"loan": {**text, "description": "Which."}},
                annotations=WRITES | {"destructiveHint": ENDS_TWICE},
            ),
            tool("list_loans", list_loans, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
