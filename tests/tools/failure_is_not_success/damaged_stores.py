"""Functions that keep documents and databases, which may be damaged."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


@breaks("failure_is_not_success")
def list_bookmarks(folder: str) -> list[str]:
    """List the addresses of the bookmarks in a folder, sorted.

    Args:
        folder: Its name.
    """
    store = Path.home() / ".bookmarks.json"
    try:
        marks = json.loads(store.read_text())
    except (FileNotFoundError, ValueError):
        return []
    return sorted(mark["address"] for mark in marks if mark["folder"] == folder)


@keeps("failure_is_not_success", judged=True)
def bookmarks_in(folder: str) -> list[str]:
    """List the addresses of the bookmarks in a folder, sorted; none before the first one is added.

    Args:
        folder: Its name.
    """
    store = Path.home() / ".bookmarks" / "bookmarks.json"
    try:
        marks = json.loads(store.read_text())
    except FileNotFoundError:
        return []
    return sorted(mark["address"] for mark in marks if mark["folder"] == folder)


@breaks("failure_is_not_success")
def articles_in_stock(least: int = 0) -> list[dict[str, Any]]:
    """List the articles in stock, in order.

    Args:
        least: The smallest number of pieces.
    """
    with closing(sqlite3.connect("stock.db")) as database:
        try:
            rows = database.execute("SELECT article, pieces FROM stock ORDER BY article").fetchall()
        except sqlite3.DatabaseError:
            return []
    return [{"article": name, "pieces": pieces} for name, pieces in rows if pieces >= least]


@keeps("failure_is_not_success")
def articles() -> list[str]:
    """List the articles in stock; the list is empty if the file is missing or damaged."""
    try:
        rows = json.loads(Path("articles.json").read_text())
    except (OSError, ValueError):
        return []
    return [row["article"] for row in rows]
