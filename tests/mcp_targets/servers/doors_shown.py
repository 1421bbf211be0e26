"""A server that shows its doors, with the PIN of each in clear or masked."""

from __future__ import annotations

import json
import sys

from raw import serve, tool

DOORS = [{"door": "north", "pin": "480917"}, {"door": "south", "pin": "733102"}]


def show_doors() -> str:
    return json.dumps(DOORS if "clear" in sys.argv else [{**door, "pin": "***"} for door in DOORS])


if __name__ == "__main__":
    said = "Show the doors. PINs are shown as ***."
    serve([tool("show_doors", show_doors, arguments={}, description=said, annotations={"readOnlyHint": True})])
