"""Functions that fail on one of their arguments after they have begun to write."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Parts = Annotated[list[str], Field(min_length=1, max_length=10, description="Text files of the workspace, in order.")]
Book = Annotated[str, Field(pattern=r"^[a-z]{1,20}\.book$", description="Name of the new book, such as 'novel.book'.")]


def _read(part: str) -> str:
    root = Path.cwd().resolve()
    path = (root / part.replace("\0", "")).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise ValueError("one of the parts is missing")
    with path.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(100_000)


@breaks("temporary_files_are_removed")
def bind_book(parts: Parts, book: Book) -> dict[str, object]:
    """Join text files to a new book; nothing is made if one of them is missing."""
    handle, unfinished = tempfile.mkstemp(dir=".", prefix=".book-")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        for part in parts:
            out.write(_read(part))
    Path(unfinished).replace(book)
    return {"book": book, "parts": len(parts)}


@keeps("temporary_files_are_removed")
def print_book(parts: Parts, book: Book) -> dict[str, object]:
    """Join text files to a new book; nothing is made if one of them is missing."""
    handle, unfinished = tempfile.mkstemp(dir=".", prefix=".book-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            for part in parts:
                out.write(_read(part))
        Path(unfinished).replace(book)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    return {"book": book, "parts": len(parts)}
