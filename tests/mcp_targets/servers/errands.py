"""A server of errands, of which another tool tells that they are run; a filter is applied before the limit or not."""

from __future__ import annotations

import json
import sys
from typing import Any

from raw import Refused, serve, tool

IS_LATE, HAS_FLAG = sys.argv[1] == "late", sys.argv[2] == "flag"
WRITES = {"readOnlyHint": False, "destructiveHint": False}
errands: list[dict[str, Any]] = []


def add_errand(what: str) -> str:
    errands.append({"errand": len(errands) + 1, "what": what, "state": "waiting"})
    return json.dumps(errands[-1])


def tell_as_run(errand: int) -> str:
    for one in errands:
        if one["errand"] == errand and one["state"] == "waiting":
            one["state"] = "run"
            return json.dumps(one)
    raise Refused("No such errand is waiting.")


def list_errands(state: str = "", is_run: bool | None = None, limit: int = 20) -> str:
    wanted = state if is_run is None else ("run" if is_run else "waiting")
    listed = errands[:limit] if IS_LATE else errands
    return json.dumps([one for one in listed if wanted in ("", one["state"])][:limit])


if __name__ == "__main__":
    flag = {"is_run": {"type": "boolean", "description": "Those that are run, or that are not."}}
    state = {"state": {"type": "string", "enum": ["waiting", "run"], "description": "Those in this state."}}
    limit = {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "Errands at most."}
    errand = {"errand": {"type": "integer", "minimum": 1, "description": "Its number."}}
    lists = tool(
        "list_errands",
        list_errands,
        arguments={**(flag if HAS_FLAG else state), "limit": limit},
        annotations={"readOnlyHint": True},
    )
    lists["inputSchema"]["required"] = []
    serve(
        [
            tool("add_errand", add_errand, arguments={"what": {"type": "string", "maxLength": 60}}, annotations=WRITES),
            tool("tell_as_run", tell_as_run, arguments=errand, annotations=WRITES),
            lists,
        ]
    )
