"""Functions that break sql_values_are_bound."""

from __future__ import annotations

import sqlite3
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


def _staff() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT)")
    connection.executemany("INSERT INTO staff VALUES (?)", [("ada",), ("grace",), ("alan",)])
    return connection


@breaks("sql_values_are_bound")
def search_articles(text: Annotated[str, Field(max_length=60, description="Text that the name must hold.")]) -> dict:
    """Search the staff by a part of their names."""
    connection = _staff()
    statement = "SELECT name FROM staff WHERE name LIKE '%" + text + "%' LIMIT 20"
    try:
        return {"found": [row[0] for row in connection.execute(statement)]}
    except sqlite3.Error:
        return {"error": "query_failed", "message": "The search could not be run; use another text."}
    finally:
        connection.close()


@breaks("sql_values_are_bound")
def list_staff(order: str = "name") -> dict:
    """List the staff.

    Args:
        order: "name" or "length(name)", with "asc" or "desc" behind it.
    """
    words = order.lower().split()
    if words[:1] not in (["name"], ["length(name)"]) or words[1:2] not in ([], ["asc"], ["desc"]):
        raise ValueError("Order by name or length(name), then asc or desc.")
    try:
        return {"staff": _staff().execute(f"SELECT name FROM staff ORDER BY {' '.join(words)}").fetchall()}
    except sqlite3.Error:
        raise ValueError("The staff cannot be ordered by that.") from None


@keeps("sql_values_are_bound")
def list_staff_by(order: str = "name") -> dict:
    """List the staff.

    Args:
        order: "name" or "length(name)", with "asc" or "desc" behind it.
    """
    name, _, direction = order.lower().partition(" ")
    if name not in ("name", "length(name)") or direction not in ("", "asc", "desc"):
        raise ValueError("Order by name or length(name), then asc or desc.")
    return {"staff": _staff().execute(f"SELECT name FROM staff ORDER BY {name} {direction}").fetchall()}
