"""Functions that take several records, of which the last may be wrong."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

BEDS = [("rose", 40), ("tulip", 90), ("iris", 25)]
Bulbs = Annotated[dict[str, int], Field(description="Bulbs of each flower, at least 1.", min_length=1)]
Rows = Annotated[list[dict[str, str]], Field(description="Lines of the list, with the given fields.")]


def _set_up(database: sqlite3.Connection) -> None:
    database.execute("CREATE TABLE IF NOT EXISTS beds (flower TEXT PRIMARY KEY, bulbs INTEGER)")
    database.executemany("INSERT OR IGNORE INTO beds VALUES (?, ?)", BEDS)
    database.commit()


def _take(database: sqlite3.Connection, flower: str, bulbs: int) -> None:
    change = "UPDATE beds SET bulbs = bulbs - ? WHERE flower = ? AND bulbs >= ?"
    if bulbs < 1 or not database.execute(change, (bulbs, flower, bulbs)).rowcount:
        raise ValueError("There are not enough bulbs of a flower.")


@breaks("failing_calls_change_nothing")
def dig_up_bulbs(bulbs: Bulbs, workspace_root: Path) -> dict[str, int]:
    """Take bulbs out of the beds."""
    with closing(sqlite3.connect(workspace_root / "garden.db")) as database:
        _set_up(database)
        for flower, number in bulbs.items():
            with database:
                _take(database, flower, number)
    return bulbs


@keeps("failing_calls_change_nothing")
def dig_up_bulbs_together(bulbs: Bulbs, workspace_root: Path) -> dict[str, int]:
    """Take bulbs out of the beds."""
    with closing(sqlite3.connect(workspace_root / "garden.db")) as database:
        _set_up(database)
        with database:
            for flower, number in bulbs.items():
                _take(database, flower, number)
    return bulbs


def _line(row: dict[str, str], fields: list[str]) -> str:
    if not row.keys() <= set(fields):
        raise ValueError("A line has an unknown field.")
    return json.dumps([row.get(field, "") for field in fields])


@breaks("failing_calls_change_nothing")
def write_guest_list(fields: list[str], rows: Rows, workspace_root: Path) -> int:
    """Write the guest list."""
    with (workspace_root / "guests.jsonl").open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(_line(row, fields) + "\n")
    return len(rows)


@keeps("failing_calls_change_nothing")
def write_whole_guest_list(fields: list[str], rows: Rows, workspace_root: Path) -> int:
    """Write the guest list."""
    lines = [_line(row, fields) for row in rows]
    (workspace_root / "guests.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return len(rows)
