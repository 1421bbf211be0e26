"""A server whose readers keep what they have read of a document: some go on with it when the file is damaged."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from raw import Refused, serve, tool

FOLDER = Path(sys.argv[1])
READS = {"readOnlyHint": True}
STOP = {"stop": {"type": "string", "enum": ["harbour", "market"], "description": "The stop."}}

for name in ("lines", "ferries", "trams", "boats"):
    (FOLDER / f"{name}.json").write_text(json.dumps({"harbour": 12, "market": 25}))
TRAINS = {"harbour": {"gate": "left", "zone": "north"}, "market": {"gate": "right", "zone": "south"}}
(FOLDER / "trains.json").write_text(json.dumps(TRAINS))
kept: dict[str, dict] = {}
AT_START = json.loads((FOLDER / "boats.json").read_text())


def table(name: str) -> dict:
    try:
        return json.loads((FOLDER / f"{name}.json").read_text())
    except (OSError, ValueError):
        raise Refused("The timetable cannot be read.") from None


def next_line(stop: str) -> str:
    try:
        kept["lines"] = table("lines")
    except Refused:
        if "lines" not in kept:
            raise
    return f"{kept['lines'][stop]} minutes"


def next_ferry(stop: str) -> str:
    return f"{table('ferries')[stop]} minutes"


def next_tram(stop: str) -> str:
    if time.monotonic() > kept.get("until", {}).get("tram", 0):
        kept["trams"] = table("trams")
        kept["until"] = {"tram": time.monotonic() + 0.3}
    return f"{kept['trams'][stop]} minutes"


def next_boat(stop: str) -> str:
    return f"{AT_START[stop]} minutes"


def next_train(stop: str) -> str:
    found = json.loads((FOLDER / "trains.json").read_text())[stop]
    if found["zone"] not in ("north", "south"):
        # Only another program can have written it.
        os._exit(1)
    return f"gate {found['gate']}, zone {found['zone']}"


def next_taxi(stop: str) -> str:
    return f"{len(stop)} minutes"


TOOLS = [
    tool("next_line", next_line, arguments=STOP, annotations=READS),
    tool("next_ferry", next_ferry, arguments=STOP, annotations=READS),
    tool("next_tram", next_tram, arguments=STOP, annotations=READS),
    tool("next_boat", next_boat, arguments=STOP, annotations=READS),
    tool("next_train", next_train, arguments=STOP, annotations=READS),
    tool("next_taxi", next_taxi, arguments=STOP, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
