"""Readers of stores that other functions of the same module make and fill."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import keeps

Page = Annotated[int, Field(ge=1, le=1_000, description="Number of the page.")]


def _folder() -> Path:
    folder = Path("pressed")
    folder.mkdir(exist_ok=True)
    return folder


@keeps("readers_change_no_files", judged=False)
def press_leaf(page: Page) -> dict[str, Any]:
    """Add a page for a leaf to the album."""
    (_folder() / f"{page}.txt").write_text("a leaf\n")
    with contextlib.closing(sqlite3.connect("album.db", timeout=1)) as album:
        album.execute("CREATE TABLE IF NOT EXISTS leaves (page INTEGER PRIMARY KEY)")
        album.execute("INSERT OR IGNORE INTO leaves VALUES (?)", (page,))
        album.commit()
    return {"page": page}


@keeps("readers_change_no_files", judged=True)
def pages_of_album(most: Page = 10) -> dict[str, Any]:
    """Show the names of the pages. Reads only, nothing is changed."""
    return {"pages": sorted(path.name for path in _folder().iterdir())[:most]}


@keeps("readers_change_no_files")
def leaf_of_album(page: Page) -> dict[str, Any]:
    """Show whether a page holds a leaf. Reads only, nothing is changed."""
    try:
        with contextlib.closing(sqlite3.connect("album.db", timeout=1)) as album:
            return {"leaf": album.execute("SELECT page FROM leaves WHERE page = ?", (page,)).fetchone() is not None}
    except sqlite3.Error:
        raise ValueError("the album cannot be read") from None
