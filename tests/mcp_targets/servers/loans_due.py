"""A server that lists loans not yet due on a day. It removes the others, leaves them, or counts its calls."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

DAY = {"day": {"type": "string", "format": "date", "description": "The day."}}
loans = {"atlas": "2025-03-08", "bell": "2025-03-12", "compass": "2025-03-20"}
calls: list[str] = []


def loans_due(day: str) -> str:
    calls.append(day)
    if "removes" in sys.argv:
        for name in [name for name, due in loans.items() if due < day]:
            del loans[name]
    found = {name: due for name, due in loans.items() if due >= day}
    return json.dumps({"loans": found, "asked": len(calls)} if "counts" in sys.argv else {"loans": found})


def lend(name: str) -> str:
    loans[name] = "2025-04-01"
    return "lent"


if __name__ == "__main__":
    writer = tool("lend", lend, arguments={"name": {"type": "string", "description": "What is lent."}})
    serve([tool("loans_due", loans_due, arguments=DAY, annotations={"readOnlyHint": True}), writer])
