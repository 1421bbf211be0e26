"""Functions that break sql_values_are_bound."""

from __future__ import annotations

import sqlite3
from typing import Annotated

from pydantic import Field

from ..marks import breaks


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
