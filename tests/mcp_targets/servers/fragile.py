"""A server that lists files, and ends when it is to write one whose name it does not like."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from raw import serve, tool

NAME = {"name": {"type": "string", "description": "Name of the file, such as 'a.txt'."}}
TEXT = {"text": {"type": "string", "description": "The text of the file."}}


def list_files() -> str:
    return json.dumps(sorted(path.name for path in Path().glob("*.txt")))


def save_text(name: str, text: str) -> str:
    if not name.isascii() or not name.isprintable() or len(name) > 20:
        sys.stderr.write("fatal: odd name\n")
        sys.stderr.flush()
        os._exit(3)
    Path(name).write_text(text)
    return "Saved."


serve(
    [
        tool("list_files", list_files, arguments={}, annotations={"readOnlyHint": True}),
        tool("save_text", save_text, arguments={**NAME, **TEXT}, annotations={"readOnlyHint": False}),
    ]
)
