"""Searches for a text: in some it becomes a pattern, although none is offered."""

from __future__ import annotations

import fnmatch
import re
import sqlite3
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Text = Annotated[str, Field(min_length=1, max_length=60, description="Part of the name.")]
_CITIES = ("Lisbon", "Oslo", "Vienna")


def _table() -> sqlite3.Connection:
    table = sqlite3.connect(":memory:")
    table.execute("CREATE TABLE cities (name TEXT)")
    table.executemany("INSERT INTO cities VALUES (?)", [(city,) for city in _CITIES])
    return table


@breaks("text_is_no_template")
def files_named(text: _Text) -> Any:
    """Find files by a part of their name."""
    return {"files": sorted(path.name for path in Path().iterdir() if fnmatch.fnmatch(path.name, f"*{text}*"))}


@breaks("text_is_no_template")
def cities_named(text: _Text) -> Any:
    """Find cities by a part of their name."""
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ?", [f"%{text}%"])
    return {"cities": [name for (name,) in rows]}


@keeps("text_is_no_template")
def cities_named_exactly(text: _Text) -> Any:
    """Find cities by a part of their name."""
    literal = re.sub(r"([%_\\])", r"\\\1", text)
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ? ESCAPE '\\'", [f"%{literal}%"])
    return {"cities": [name for (name,) in rows]}


@keeps("text_is_no_template")
def files_with(text: _Text) -> Any:
    """Find files by a part of their name."""
    wanted = re.compile(re.escape(text), re.IGNORECASE)
    return {"files": sorted(path.name for path in Path().iterdir() if wanted.search(path.name))}


@keeps("text_is_no_template")
def files_like(text: Annotated[str, Field(max_length=60, description="Name, for example 'note?.md'.")]) -> Any:
    """Find files by their name, with wildcards."""
    return {"files": sorted(path.name for path in Path().iterdir() if fnmatch.fnmatch(path.name, text))}
