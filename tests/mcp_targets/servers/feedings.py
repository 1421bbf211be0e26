"""A server of feedings at an aquarium, of which there are none at first, and the readers of a span of days."""

from __future__ import annotations

import datetime as dt
import json
import sys

from raw import Refused, serve, tool

#: Compares moments with days, compares days, or leaves out the last day as it says.
MODE = (sys.argv[1:] or ["days"])[0]
FEEDINGS: list[dict[str, str]] = []
TEXT = {"type": "string"}


def log_feeding(tank: str, fed_at: str) -> str:
    try:
        moment = dt.datetime.fromisoformat(fed_at)
    except ValueError:
        raise Refused("That is not a moment.") from None
    now = dt.datetime.now(dt.UTC).isoformat()
    FEEDINGS.append({"tank": tank, "fed_at": moment.isoformat(timespec="minutes"), "logged_at": now})
    return "Logged."


def _within(since: str, until: str) -> list[dict[str, str]]:
    for day in (since, until):
        try:
            dt.date.fromisoformat(day)
        except ValueError:
            raise Refused("That is not a day.") from None
    if until < since:
        raise Refused("The last day is before the first one.")
    if MODE == "days":
        return [one for one in FEEDINGS if since <= one["fed_at"][:10] <= until]
    return [one for one in FEEDINGS if since <= one["fed_at"] <= until]


def feedings(since: str, until: str) -> str:
    return json.dumps(_within(since, until))


def feeding_sheet(since: str, until: str) -> str:
    lines = [f"{one['fed_at']} {one['tank']}" for one in _within(since, until)]
    return "\n".join([f"Feedings from {since} to {until}:", *lines])


def count_feedings(since: str, until: str) -> str:
    return json.dumps({"feedings": len(_within(since, until))})


if __name__ == "__main__":
    last = "Last day, not included" if MODE == "half_open" else "Last day, included"
    day = {**TEXT, "format": "date"}
    span = {"since": {**day, "description": "First day"}, "until": {**day, "description": last}}
    fed_at = {**TEXT, "description": "Local time, as in 2025-05-07T16:10"}
    reads = {"annotations": {"readOnlyHint": True}}
    serve(
        [
            tool("log_feeding", log_feeding, arguments={"tank": TEXT, "fed_at": fed_at}),
            tool("feedings", feedings, arguments=span, **reads),
            tool("feeding_sheet", feeding_sheet, arguments=span, **reads),
            tool("count_feedings", count_feedings, arguments=span, **reads),
        ]
    )
