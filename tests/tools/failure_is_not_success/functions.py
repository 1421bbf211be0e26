"""Functions that break failure_is_not_success."""

from __future__ import annotations

import configparser
import sqlite3
from typing import Annotated

from pydantic import Field

from ..marks import breaks


@breaks("failure_is_not_success")
def section_names(text: Annotated[str, Field(max_length=2_000, description="Settings in INI form.")]) -> list[str]:
    """List the section names of settings."""
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    return parser.sections()


@breaks("failure_is_not_success")
def stock_levels(warehouse: Annotated[str, Field(max_length=40, description="Name of the warehouse.")]) -> dict:
    """Return the stock of a warehouse, by article."""
    try:
        connection = sqlite3.connect(":memory:")
        connection.execute("CREATE TABLE stock (article TEXT, number INTEGER)")
        connection.executemany("INSERT INTO stock VALUES (?, ?)", [("bolt", 40), ("nut", 12)])
        rows = connection.execute("SELECT article, number FROM stock").fetchall()
        connection.close()
    except sqlite3.Error:
        rows = []
    return {"warehouse": warehouse, "items": [{"article": name, "number": number} for name, number in rows]}
