"""Functions without a tier that look something up in a database of their own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Shelf = Annotated[int, Field(ge=1, le=500, description="Number of the shelf.")]
_BOOKS = "SELECT title FROM books WHERE shelf = ? ORDER BY title LIMIT 20"


def _library() -> Path:
    return (Path.home() / "library" / "books.db").absolute()


@breaks("readers_change_no_files")
def books_on_shelf(shelf: Shelf) -> list[str]:
    """List the books on a shelf."""
    try:
        with closing(sqlite3.connect(_library(), timeout=2)) as library:
            return [str(title)[:100] for (title,) in library.execute(_BOOKS, (shelf,))]
    except sqlite3.Error:
        raise ValueError("The library cannot be read.") from None


@keeps("readers_change_no_files")
def titles_on_shelf(shelf: Shelf) -> list[str]:
    """List the titles on a shelf."""
    try:
        with closing(sqlite3.connect(f"{_library().as_uri()}?mode=ro", uri=True, timeout=2)) as library:
            return [str(title)[:100] for (title,) in library.execute(_BOOKS, (shelf,))]
    except sqlite3.Error:
        raise ValueError("The library cannot be read.") from None


@keeps("readers_change_no_files")
def note_visit(shelf: Shelf) -> int:
    """Count the visits of a shelf."""
    place = Path("visits.txt")
    visits = place.read_text().split() if place.is_file() else []
    place.write_text(" ".join([*visits, str(shelf)]))
    return len(visits) + 1
