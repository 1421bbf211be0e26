"""A server that keeps each record in a file of JSON in the folder that its command names, and expects no others."""

from __future__ import annotations

import functools
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from raw import Refused, serve, tool

FOLDER = Path(sys.argv[1])
FOLDER.mkdir(exist_ok=True)
NAME = {"name": {"type": "string", "description": "Name of the plant."}}
NEW = {**NAME, "note": {"type": "string", "description": "A note on the plant."}}
ADDS = {"annotations": {"readOnlyHint": False, "destructiveHint": False}}


def names() -> list[str]:
    return [json.loads(path.read_text())["plant"] for path in sorted(FOLDER.glob("*.json"))]


def file_of(name: str, number: int = 0) -> Path:
    letters = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "plant"
    return FOLDER / f"{letters}{f'-{number}' if number else ''}.json"


def add(name: str, note: str, *, keeps: bool) -> str:
    if name in names():
        raise Refused("There is a plant of this name.")
    numbers = range(100) if keeps else (0,)
    path = next((one for one in (file_of(name, number) for number in numbers) if not keeps or not one.exists()), None)
    if path is None:
        raise Refused("There are too many plants of this name.")
    path.write_text(json.dumps({"plant": name, "note": note}))
    return f"Added {name}."


def told(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose unexpected exceptions are answered as an SDK answers them."""

    @functools.wraps(run)
    def answering(**given: Any) -> Any:
        try:
            return run(**given)
        except (KeyError, TypeError):
            raise Refused(f"Error executing tool {name}") from None

    return answering


TOOLS = {
    "list_plants": (lambda: json.dumps(names()), {}, {"annotations": {"readOnlyHint": True}}),
    "add_plant": (functools.partial(add, keeps=True), NEW, ADDS),
    "note_plant": (functools.partial(add, keeps=False), NEW, ADDS),
}

if __name__ == "__main__":
    serve([tool(name, told(name, run), arguments=given, **more) for name, (run, given, more) in TOOLS.items()])
