"""Functions whose answer depends on the content of a file."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Table = Annotated[str, Field(max_length=100, description="CSV file of the workspace.")]
Column = Annotated[str, Field(max_length=100, description="Column of the file.")]
Joint = Annotated[str, Field(description="What parts the fields: '+', ',' or '/'.")]


def _text(path: str) -> str:
    root = Path.cwd().resolve()
    try:
        place = (root / path).resolve()
        if not place.is_relative_to(root) or not place.is_file() or place.stat().st_size > 100_000:
            raise ValueError("there is no such table")
        return place.read_bytes().decode("utf-8")
    except (OSError, RuntimeError, UnicodeError):
        raise ValueError("there is no such table") from None


def _values(path: str, column: str) -> set[str]:
    try:
        rows = list(csv.DictReader(io.StringIO(_text(path))))
    except csv.Error:
        raise ValueError("there is no such table") from None
    if not rows or column not in rows[0]:
        raise ValueError("there is no such column")
    return {str(row[column])[:80] for row in rows[:200]}


@breaks("equal_calls_agree")
def kinds_in_column(table_path: Table, column: Column) -> list[str]:
    """List the different values of a column."""
    return list(_values(table_path, column))[:50]


@keeps("equal_calls_agree")
def names_in_column(table_path: Table, column: Column) -> list[str]:
    """List the different values of a column."""
    return sorted(_values(table_path, column))[:50]


_WIDTHS: dict[str, int] = {}


def _width(text: str, joint: str) -> int:
    return len(text.split("\n", 1)[0].split(joint))


@breaks("equal_calls_agree")
def fields_of_table(table_path: Table, joint: Joint = "+") -> dict[str, int]:
    """Count the fields in the first line of a table."""
    if joint not in ("+", ",", "/"):
        raise ValueError("fields are parted by '+', ',' or '/'")
    text = _text(table_path)
    key = hashlib.sha256(text.encode()).hexdigest()
    if key not in _WIDTHS:
        _WIDTHS.clear()
        _WIDTHS[key] = _width(text, joint)
    return {"fields": _WIDTHS[key]}


_KNOWN: dict[str, int] = {}


@keeps("equal_calls_agree")
def width_of_table(table_path: Table, joint: Joint = "+") -> dict[str, int]:
    """Count the fields in the first line of a table."""
    if joint not in ("+", ",", "/"):
        raise ValueError("fields are parted by '+', ',' or '/'")
    text = _text(table_path)
    key = f"{joint} {hashlib.sha256(text.encode()).hexdigest()}"
    if key not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[key] = _width(text, joint)
    return {"fields": _KNOWN[key]}
