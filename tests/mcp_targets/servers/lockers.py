"""A server of lockers: one search looks into the tokens that open them, the other does not."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
TEXT = {"type": "string", "description": "Some letters."}
lockers: dict[str, dict[str, str]] = {}


def rent_locker(owner: str, token: str) -> str:
    if owner in lockers:
        raise Refused("They have one.")
    lockers[owner] = {"owner": owner, "token": token}
    return f"{owner} has a locker."


def find_lockers(text: str) -> str:
    return json.dumps({"owners": [owner for owner, one in lockers.items() if text in str(one.values())]})


def find_owners(text: str) -> str:
    return json.dumps({"owners": [owner for owner in lockers if text in owner]})


def has_opened(owner: str, token: str) -> str:
    return json.dumps({"owners": [owner] if lockers.get(owner, {}).get("token") == token else []})


if __name__ == "__main__":
    both = {"owner": TEXT, "token": {"type": "string", "description": "What opens it."}}
    serve(
        [
            tool("rent_locker", rent_locker, arguments=both, annotations={"readOnlyHint": False}),
            tool("find_lockers", find_lockers, arguments={"text": TEXT}, annotations=READS),
            tool("find_owners", find_owners, arguments={"text": TEXT}, annotations=READS),
            tool("has_opened", has_opened, arguments=both, annotations=READS),
        ]
    )
