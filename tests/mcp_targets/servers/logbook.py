"""A server that keeps a book, a line an entry; it replaces line feeds and carriage returns, or all that ends a line.

Its reader takes for a line what str.splitlines does, or what ends with a line feed.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from raw import serve, tool

BOOK = Path("book.txt")
TEXT = {"type": "string", "description": "What happened.", "minLength": 1, "maxLength": 200}


def write_entry(text: str) -> str:
    line = " ".join(text.splitlines()) if "all" in sys.argv else re.sub(r"[\r\n]+", " ", text)
    with BOOK.open("a", encoding="utf-8", newline="\n") as book:
        book.write(f"entry: {line}\n")
    return "written"


def read_entries() -> str:
    book = BOOK.read_text(encoding="utf-8") if BOOK.exists() else ""
    lines = book.split("\n") if "lines" in sys.argv else book.splitlines()
    return json.dumps([line.removeprefix("entry: ") for line in lines if line.startswith("entry: ")])


if __name__ == "__main__":
    writer = tool("write_entry", write_entry, arguments={"text": TEXT})
    serve([writer, tool("read_entries", read_entries, arguments={}, annotations={"readOnlyHint": True})])
