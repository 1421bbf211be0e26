"""A server that works on every call in a thread of its own, and writes down who let a visitor in, or who else did.

Who is on duty is kept for the call ("own") or for the process ("shared"); visits are told as records, or as lines.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

from raw import answer, tool

PAUSE_S = 0.01
HOLDER, SHAPE, GUARDS = sys.argv[1:4]
writing = threading.Lock()
duty: Any = threading.local() if HOLDER == "own" else type("Duty", (), {})()
visits: list[dict[str, str]] = []


def badge_of(visitor: str) -> str:
    time.sleep(PAUSE_S)
    return f"{visitor} (visitor)"


def let_in(visitor: str, guard: str) -> str:
    duty.guard = guard
    badge = badge_of(visitor)
    with writing:
        visits.append({"badge": badge, "let_in_by": duty.guard})
    return "The gate is open."


def list_visits() -> str:
    if SHAPE == "lines":
        return "\n".join(f"{one['badge']}, by {one['let_in_by']}" for one in visits) or "No visits."
    # The last one is told beside the list, and is whose call was the last to be written.
    return json.dumps({"visits": visits, "last": visits[-1] if visits else None})


WRITES = {"readOnlyHint": False, "destructiveHint": False}
VISITOR = {"type": "string", "minLength": 1, "maxLength": 40, "description": "Name of the visitor."}
NAMED = {"type": "string", "minLength": 1, "maxLength": 40, "description": "Name of the guard who opens the gate."}
CHOSEN = {"type": "string", "enum": ["Okafor", "Lindqvist", "Haddad"], "description": "The guard who opens the gate."}
TOOLS = [
    tool(
        "let_in",
        let_in,
        arguments={"visitor": VISITOR, "guard": CHOSEN if GUARDS == "chosen" else NAMED},
        annotations=WRITES,
    ),
    tool("list_visits", list_visits, arguments={}, annotations={"readOnlyHint": True}),
]


def work(request: dict[str, Any]) -> None:
    reply = answer(TOOLS, request, page=10)
    with writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            threading.Thread(target=work, args=(request,)).start()
