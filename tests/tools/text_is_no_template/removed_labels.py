"""Removals by the beginning of a label, of which a few signs may be wildcards."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Start = Annotated[str, Field(description="Beginning of the labels, as it is: 2 to 40 letters, digits or '_'.")]


def _removed(start: str, where: str) -> Any:
    if not re.fullmatch(r"\w{2,40}", start, re.ASCII):
        raise ValueError("A beginning has 2 to 40 letters, digits or '_'.")
    with closing(sqlite3.connect("jars.db")) as base, base:
        base.execute("CREATE TABLE IF NOT EXISTS jars (label TEXT PRIMARY KEY)")
        if base.execute("SELECT 1 FROM jars").fetchone() is None:
            base.executemany("INSERT INTO jars VALUES (?)", [("plum_2023",), ("plum2024",), ("quince_2024",)])
        gone = [label for (label,) in base.execute(f"SELECT label FROM jars WHERE {where} ORDER BY label", [start])]
        base.executemany("DELETE FROM jars WHERE label = ?", [(label,) for label in gone])
    return {"removed": gone}


@breaks("text_is_no_template")
def remove_jars(start: _Start) -> Any:
    """Remove the jars whose label begins with a text."""
    return _removed(start, "label LIKE ?1 || '%'")


@keeps("text_is_no_template")
def remove_jars_labelled_so(start: _Start) -> Any:
    """Remove the jars whose label begins with a text."""
    return _removed(start, "substr(label, 1, length(?1)) = ?1")


@keeps("text_is_no_template")
def remove_jars_with_escape(start: _Start) -> Any:
    """Remove the jars whose label begins with a text."""
    return _removed(start, "label LIKE replace(?1, '_', '!_') || '%' ESCAPE '!'")
