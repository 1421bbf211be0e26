"""A server that keeps boats and prints a card for each; as its command says, what cannot be written is told or not."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path

from raw import Refused, serve, tool

[MODE] = sys.argv[1:]
FOLDER = Path(tempfile.mkdtemp())
boats: list[str] = []


def add_boat(name: str) -> str:
    boats.append(name)
    if MODE == "logs":
        with contextlib.suppress(OSError):
            (FOLDER / "audit.txt").write_text("\n".join(boats))
    return f"Boat {len(boats)} is here."


def register_boat(name: str) -> str:
    boats.append(name)
    try:
        (FOLDER / "boats.json").write_text(json.dumps(boats))
    except OSError:
        if MODE == "tells":
            raise Refused("The boats could not be saved.") from None
    return f"Boat {len(boats)} is here."


def print_cards() -> str:
    folder, left_out = Path(tempfile.mkdtemp(dir=FOLDER)), []
    for number, boat in enumerate(boats):
        try:
            (folder / f"{number}.txt").write_text(f"* {boat} *")
        except OSError:
            left_out += [number] * (MODE == "tells")
    return json.dumps({"folder": folder.name, "printed": len(boats) - len(left_out), "left_out": left_out})


WRITES = {"readOnlyHint": False, "destructiveHint": False}
NAME = {"name": {"type": "string", "description": "The name on the stern.", "minLength": 3}}
TOOLS = [
    tool("add_boat", add_boat, arguments=NAME, annotations=WRITES),
    tool("register_boat", register_boat, arguments=NAME, annotations=WRITES),
    tool("print_cards", print_cards, arguments={}, annotations=WRITES),
]

if __name__ == "__main__":
    serve(TOOLS)
