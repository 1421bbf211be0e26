"""A server without a defect: notes in a folder that its command names, and what does not touch files."""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from raw import Refused, serve, text, tool

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
MAX_BYTES = 100_000
ASKED: Counter[str] = Counter()
PATH = {"type": "string", "description": "Path of the file, relative to the root."}


def inside(path: str) -> Path:
    try:
        found = (ROOT / path).resolve()
        if not found.is_relative_to(ROOT):
            raise Refused("The path leads out of the root.")
    except (OSError, ValueError):
        raise Refused("The path is none.") from None
    return found


def read_note(path: str) -> str:
    found = inside(path)
    if not found.is_file():
        raise Refused("There is no such file.")
    with found.open("rb") as file:
        return file.read(MAX_BYTES).decode("utf-8", "replace")


def list_notes(folder: str = ".") -> dict[str, Any]:
    found = inside(folder)
    if not found.is_dir():
        raise Refused("There is no such folder.")
    names = sorted(path.name for path in found.iterdir())
    return text("\n".join(names), structuredContent={"names": names, "count": len(names)})


def write_note(path: str, content: str) -> str:
    found = inside(path)
    if (found.exists() and not found.is_file()) or not found.parent.is_dir():
        raise Refused("Name a file in a folder that is there.")
    try:
        found.write_text(content)
    except (OSError, ValueError):
        raise Refused("The file cannot be written under this name.") from None
    return f"Wrote {len(content)} characters."


def now(zone: str = "utc") -> str:
    return f"{time.time():.6f} {zone}"


def add(left: int, right: int) -> dict[str, Any]:
    return text(str(left + right), structuredContent={"sum": left + right})


def shout(words: list[str], style: str = "loud") -> str:
    return " ".join(word.upper() for word in words) + ("!" if style == "loud" else "")


def rest(amount: int) -> str:
    time.sleep(max(amount, 0) / 50)
    return "Rested."


def stretch(phrase: str) -> str:
    """Answer six times to a phrase, so that nobody guesses one here."""
    ASKED[phrase] += 1
    if ASKED[phrase] > 6:
        raise Refused("This phrase was stretched six times, which is as often as it is.")
    made = hashlib.sha256()
    for _ in range(4_000):
        made.update(phrase.encode())
    return made.hexdigest()


def factorial(n: int) -> dict[str, Any]:
    product = math.factorial(n)
    return text(str(product), structuredContent={"result": product})


def number(description: str) -> dict[str, Any]:
    return {"type": "integer", "description": description, "minimum": 0, "maximum": 1000}


TOOLS = [
    tool("read_note", read_note, arguments={"path": PATH}, annotations={"readOnlyHint": True}),
    tool(
        "list_notes",
        list_notes,
        arguments={"folder": {"type": "string", "description": "Folder to list.", "default": "."}},
        annotations={"readOnlyHint": True},
        outputSchema={
            "type": "object",
            "properties": {"names": {"type": "array", "items": {"type": "string"}}, "count": {"type": "integer"}},
            "required": ["names", "count"],
        },
    ),
    tool(
        "write_note",
        write_note,
        arguments={"path": PATH, "content": {"type": "string", "description": "What to write."}},
        annotations={"readOnlyHint": False, "destructiveHint": False},
    ),
    tool(
        "now",
        now,
        arguments={"zone": {"type": "string", "description": "Shown beside the time.", "default": "utc"}},
    ),
    tool(
        "add",
        add,
        arguments={"left": number("The one number."), "right": number("The other number.")},
        outputSchema={"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]},
    ),
    tool(
        "shout",
        shout,
        arguments={
            "words": {"type": "array", "items": {"type": "string"}, "description": "What to shout."},
            "style": {"type": "string", "enum": ["loud", "soft"], "description": "How.", "default": "loud"},
        },
    ),
    tool(
        "factorial",
        factorial,
        # Of 9,131 digits at most.
        arguments={"n": {"type": "integer", "description": "The last factor.", "minimum": 0, "maximum": 3_000}},
        outputSchema={"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]},
    ),
    tool("rest", rest, arguments={"amount": {"type": "integer", "description": "How much.", "maximum": 600}}),
    tool("stretch", stretch, arguments={"phrase": {"type": "string", "description": "What to make a key of."}}),
]

if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    serve(TOOLS)
