"""A server that writes a berth into the plan of a harbour, in the place of an earlier one, signs and all, or not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from raw import Refused, serve, tool

MODE = (sys.argv[1:] or ["plain"])[0]
TEXT = {"type": "string"}


def _written(plan: str, ship: str, berth: str) -> str:
    line = re.compile(rf"^{re.escape(ship)}: .*$", re.MULTILINE)
    if not line.search(plan):
        return f"{plan}\n{ship}: {berth}\n"
    entry = f"{ship}: {berth}"
    return line.sub(entry if MODE == "signs" else lambda _: entry, plan)


def write_berth(plan: str, ship: str, berth: str) -> str:
    return _written(plan, ship, berth)


def write_berth_in_file(path: str, ship: str, berth: str) -> str:
    try:
        plan = Path(path).read_text("utf-8")
    except (OSError, ValueError):
        raise Refused("There is no such plan.") from None
    Path(path).write_text(_written(plan, ship, berth), "utf-8")
    return "Written."


if __name__ == "__main__":
    ship = {"ship": TEXT, "berth": TEXT}
    path = {**TEXT, "description": "A file of the workspace."}
    serve(
        [
            tool("write_berth", write_berth, arguments={"plan": TEXT, **ship}, annotations={"readOnlyHint": True}),
            tool("write_berth_in_file", write_berth_in_file, arguments={"path": path, **ship}),
        ]
    )
