"""Functions whose table is laid out by whichever call comes first, a dry run included."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_ITEMS = [(1, "2023-11-02", 0), (2, "2024-02-14", 0), (3, "2024-09-30", 0)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Day, as YYYY-MM-DD.")]
DryRun = Annotated[bool, Field(description="Whether only to tell what would be sold off.")]


def _opened() -> sqlite3.Connection:
    connection = sqlite3.connect("items.db", timeout=5)
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS items (number INTEGER PRIMARY KEY, day TEXT, sold INTEGER)")
        connection.executemany("INSERT OR IGNORE INTO items VALUES (?, ?, ?)", _ITEMS)
    return connection


@keeps("dry_runs_change_nothing")
def sell_off_old_items(before: Day, dry_run: DryRun = False) -> dict[str, list[int]]:
    """Sell off the items from before a day."""
    with closing(_opened()) as connection, connection:
        rows = connection.execute("SELECT number FROM items WHERE day < ? AND sold = 0 ORDER BY number", (before,))
        numbers = [row[0] for row in rows.fetchall()]
        if not dry_run:
            connection.executemany("UPDATE items SET sold = 1 WHERE number = ?", [(number,) for number in numbers])
    return {"items": numbers}


@breaks("dry_runs_change_nothing")
def sell_off_old_items_at_once(before: Day, dry_run: DryRun = False) -> dict[str, list[int] | bool]:
    """Sell off the items from before a day."""
    with closing(_opened()) as connection, connection:
        rows = connection.execute("SELECT number FROM items WHERE day < ? AND sold = 0 ORDER BY number", (before,))
        numbers = [row[0] for row in rows.fetchall()]
        connection.executemany("UPDATE items SET sold = 1 WHERE number = ?", [(number,) for number in numbers])
    return {"items": numbers, "dry_run": dry_run}


_CARTS = [("c1", 3), ("c2", 45), ("c3", 90), ("c4", 12)]
IdleDays = Annotated[int, Field(ge=1, le=3650, description="Carts that were idle for so many days go.")]


def _carts() -> sqlite3.Connection:
    connection = sqlite3.connect("carts.db", timeout=5)
    with connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'carts'").fetchone():
            connection.execute("CREATE TABLE carts (name TEXT PRIMARY KEY, idle INTEGER)")
            connection.executemany("INSERT INTO carts VALUES (?, ?)", _CARTS)
    return connection


@keeps("dry_runs_change_nothing")
def clear_idle_carts(idle_days: IdleDays, dry_run: bool = True) -> dict[str, int]:
    """Clear carts that were idle for long."""
    with closing(_carts()) as connection:
        cleared = connection.execute("DELETE FROM carts WHERE idle >= ?", (idle_days,)).rowcount
        if dry_run:
            connection.rollback()
        else:
            connection.commit()
    return {"carts": cleared}


@breaks("dry_runs_change_nothing")
def clear_idle_carts_anyway(idle_days: IdleDays, dry_run: bool = True) -> dict[str, int]:
    """Clear carts that were idle for long."""
    with closing(_carts()) as connection:
        cleared = connection.execute("DELETE FROM carts WHERE idle >= ?", (idle_days,)).rowcount
        # It commits what came before.
        connection.executescript("DELETE FROM carts WHERE name IS NULL;")
        if dry_run:
            connection.rollback()
        else:
            connection.commit()
    return {"carts": cleared}
