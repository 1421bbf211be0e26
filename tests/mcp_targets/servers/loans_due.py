"""A server that lists loans not yet due on a day. It removes the others, leaves them, or counts its calls."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

DAY = {"day": {"type": "string", "description": "The day, YYYY-MM-DD", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}
loans = {"atlas": "2025-03-08", "bell": "2025-03-12", "compass": "2025-03-20"}
calls: list[str] = []


def loans_due(day: str) -> str:
    calls.append(day)
    if "removes" in sys.argv:
        for name in [name for name, due in loans.items() if due < day]:
            del loans[name]
    found = {name: due for name, due in loans.items() if due >= day}
    return json.dumps({"loans": found, "asked": len(calls)} if "counts" in sys.argv else {"loans": found})


if __name__ == "__main__":
    serve([tool("loans_due", loans_due, arguments=DAY, annotations={"readOnlyHint": True})])
