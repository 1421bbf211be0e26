"""Beginnings of names, compared by LIKE: the schema allows the wildcard for one letter only."""

from __future__ import annotations

import sqlite3
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Beginning = Annotated[
    str, Field(pattern="^[a-z][a-z0-9_]*$", max_length=40, description="Beginning of the names, as it is written.")
]
_Name = Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$", max_length=40, description="Name of the part.")]


def _table(*rows: str) -> sqlite3.Connection:
    table = sqlite3.connect(":memory:", check_same_thread=False)
    table.execute("CREATE TABLE parts (name TEXT PRIMARY KEY)")
    table.executemany("INSERT INTO parts VALUES (?)", [(name,) for name in rows])
    return table


_PARTS, _SPARE = _table("hello_bolt", "helmet_clip"), _table("hello_bolt", "helmet_clip")


def _literal(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


@keeps("text_is_no_template")
def add_part(name: _Name) -> Any:
    """Enter a part, once."""
    for table in (_PARTS, _SPARE):
        table.execute("INSERT OR IGNORE INTO parts VALUES (?)", [name])
    return {"added": name}


@breaks("text_is_no_template")
def parts_from(beginning: _Beginning) -> Any:
    """List the parts whose names begin with a text."""
    rows = _PARTS.execute("SELECT name FROM parts WHERE name LIKE ? ORDER BY name", [beginning + "%"])
    return {"parts": [name for (name,) in rows]}


@keeps("text_is_no_template")
def parts_exactly_from(beginning: _Beginning) -> Any:
    """List the parts whose names begin with a text."""
    rows = _PARTS.execute(
        "SELECT name FROM parts WHERE name LIKE ? ESCAPE '\\' ORDER BY name", [_literal(beginning) + "%"]
    )
    return {"parts": [name for (name,) in rows]}


@keeps("text_is_no_template")
def parts_spelled_about(beginning: _Beginning) -> Any:
    """List the parts whose names begin about so: any letter may be wrong."""
    rows = _PARTS.execute("SELECT name FROM parts WHERE name LIKE '%' ORDER BY name")
    same = [name for (name,) in rows if sum(a != b for a, b in zip(name, beginning, strict=False)) <= 1]
    return {"parts": same}
