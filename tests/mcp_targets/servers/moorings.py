"""A server that finds moorings with a word in their name or their harbour, if asked so only those with power."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

FIND = {
    "word": {"type": "string", "minLength": 2, "description": "A word of the name or the harbour, such as 'north'."},
    "power_only": {"type": "boolean", "description": "True for moorings with power, False for all."},
}
MOORINGS = [
    {"name": "North pier", "harbour": "Old harbour", "power": True},
    {"name": "South pier", "harbour": "North bay", "power": False},
    {"name": "North buoy", "harbour": "Old harbour", "power": False},
    {"name": "Long quay", "harbour": "North bay", "power": True},
]


def find_moorings(word: str, power_only: bool = False) -> str:
    wanted = word.lower()
    found = []
    for one in MOORINGS:
        in_name, in_harbour = wanted in str(one["name"]).lower(), wanted in str(one["harbour"]).lower()
        has_power = bool(one["power"]) or not power_only
        if (in_name or (in_harbour and has_power)) if "some" in sys.argv else (in_name or in_harbour) and has_power:
            found.append(one)
    return json.dumps({"moorings": found})


if __name__ == "__main__":
    serve([tool("find_moorings", find_moorings, arguments=FIND, annotations={"readOnlyHint": True})])
