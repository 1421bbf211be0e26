"""A server of lanterns. A lantern that is lent is kept in small letters, and found in any letter case or in one."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

EXACT = sys.argv[1:2] == ["exact"]
lent: set[str] = {"lena"}


def lend_lantern(guest: str) -> str:
    lent.add(guest.lower())
    return json.dumps({"lent": guest})


def return_lantern(guest: str) -> str:
    lent.discard(guest if EXACT else guest.lower())
    return json.dumps({"done": True})


def list_guests() -> str:
    return json.dumps(sorted(lent))


if __name__ == "__main__":
    writes = {"readOnlyHint": False, "destructiveHint": False}
    guest = {"guest": {"type": "string", "description": "Login name of the guest; upper and lower case are the same."}}
    lends = tool("lend_lantern", lend_lantern, arguments=guest, annotations=writes)
    returns = tool("return_lantern", return_lantern, arguments=guest, annotations={**writes, "destructiveHint": True})
    serve([lends, returns, tool("list_guests", list_guests, arguments={}, annotations={"readOnlyHint": True})])
