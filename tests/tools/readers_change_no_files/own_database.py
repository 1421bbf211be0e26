"""Functions that read a database of their own form."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Sku = Annotated[int, Field(ge=1, le=1_000_000, description="Number of the article.")]


def _connected(mode: str) -> sqlite3.Connection:
    if not Path("stock.sqlite3").is_file():
        raise ValueError("there is no stock list")
    return sqlite3.connect(f"file:stock.sqlite3?mode={mode}", uri=True, timeout=1)


@breaks("readers_change_no_files")
def stock_of_article(article_id: Sku) -> dict[str, Any]:
    """Show the stock of an article. Reads only, nothing is changed."""
    try:
        with contextlib.closing(_connected("rw")) as stock:
            row = stock.execute("SELECT pieces FROM articles WHERE article_id = ?", (article_id,)).fetchone()
            if row is not None:
                stock.execute("UPDATE articles SET asked = 1 WHERE article_id = ?", (article_id,))
                stock.commit()
    except sqlite3.Error:
        raise ValueError("the stock list cannot be read") from None
    if row is None:
        raise ValueError("there is no such article")
    return {"article_id": article_id, "pieces": str(row[0])[:40]}


@keeps("readers_change_no_files")
def pieces_of_article(article_id: Sku) -> dict[str, Any]:
    """Show the stock of an article. Reads only, nothing is changed."""
    try:
        with contextlib.closing(_connected("ro")) as stock:
            row = stock.execute("SELECT pieces FROM articles WHERE article_id = ?", (article_id,)).fetchone()
    except sqlite3.Error:
        raise ValueError("the stock list cannot be read") from None
    if row is None:
        raise ValueError("there is no such article")
    return {"article_id": article_id, "pieces": str(row[0])[:40]}


def _archive() -> sqlite3.Connection:
    archive = sqlite3.connect("archive.sqlite3", timeout=1)
    archive.execute("CREATE TABLE IF NOT EXISTS volumes (number INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    archive.execute("CREATE TABLE IF NOT EXISTS visits (number INTEGER NOT NULL)")
    return archive


@keeps("readers_change_no_files")
def volume_of_archive(number: Sku) -> dict[str, Any]:
    """Show a volume of the archive. Reads only, nothing is changed."""
    with contextlib.closing(_archive()) as archive:
        row = archive.execute("SELECT title FROM volumes WHERE number = ?", (number,)).fetchone()
    return {"number": number, "title": row and row[0]}


@breaks("readers_change_no_files")
def visited_volume(number: Sku) -> dict[str, Any]:
    """Show a volume of the archive. Reads only, nothing is changed."""
    with contextlib.closing(_archive()) as archive:
        archive.execute("INSERT INTO visits VALUES (?)", (number,))
        archive.commit()
        row = archive.execute("SELECT title FROM volumes WHERE number = ?", (number,)).fetchone()
    return {"number": number, "title": row and row[0]}
