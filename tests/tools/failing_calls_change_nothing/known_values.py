"""Functions whose only working calls have values that stand in their module, and in no description."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps

_RATES = Path("rate_list.json")
_ROUTE = re.compile(r"[A-Z]{3}-[A-Z]{3}")
_BERTHS = [("PIER-4", "inner", 3), ("PIER-4", "outer", 6), ("PIER-7", "inner", 2)]


def _opened() -> sqlite3.Connection:
    connection = sqlite3.connect("harbour.db", isolation_level=None)
    connection.execute(
        "CREATE TABLE IF NOT EXISTS berths (pier TEXT, side TEXT, free INTEGER, PRIMARY KEY (pier, side))"
    )
    connection.executemany("INSERT OR IGNORE INTO berths VALUES (?, ?, ?)", _BERTHS)
    return connection


def _change(connection: sqlite3.Connection, pier: str, side: str, by: int) -> bool:
    statement = "UPDATE berths SET free = free + ? WHERE pier = ? AND side = ? AND free + ? >= 0"
    return connection.execute(statement, (by, pier, side, by)).rowcount > 0


@breaks("failing_calls_change_nothing")
def shift_boat_in_two_steps(pier: str, side: str, to_side: str) -> dict[str, int]:
    """Move a boat from one side of a pier to another.

    Args:
        pier: Name of the pier.
        side: Side that the boat leaves.
        to_side: Side that it goes to.
    """
    if side == to_side:
        raise ValueError("The boat is on that side already.")
    with closing(_opened()) as connection:
        if not _change(connection, pier, side, 1):
            raise ValueError("There is no such side of a pier.")
        if not _change(connection, pier, to_side, -1):
            raise ValueError("There is no free berth to go to.")
        return dict(connection.execute("SELECT side, free FROM berths WHERE pier = ?", (pier,)).fetchall())


@keeps("failing_calls_change_nothing")
def shift_boat_at_once(pier: str, side: str, to_side: str) -> dict[str, int]:
    """Move a boat from one side of a pier to another.

    Args:
        pier: Name of the pier.
        side: Side that the boat leaves.
        to_side: Side that it goes to.
    """
    if side == to_side:
        raise ValueError("The boat is on that side already.")
    with closing(_opened()) as connection:
        connection.execute("BEGIN IMMEDIATE")
        if not _change(connection, pier, side, 1) or not _change(connection, pier, to_side, -1):
            connection.execute("ROLLBACK")
            raise ValueError("There is no boat to move, or no free berth to go to.")
        connection.execute("COMMIT")
        return dict(connection.execute("SELECT side, free FROM berths WHERE pier = ?", (pier,)).fetchall())


def _lines(fares: list[dict[str, str | int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for fare in fares:
        route, cents = fare.get("route"), fare.get("cents")
        if not isinstance(route, str) or not _ROUTE.fullmatch(route):
            raise ValueError("A fare needs a route of two airports, each with three letters.")
        if not isinstance(cents, int) or isinstance(cents, bool) or cents < 0:
            raise ValueError("A fare needs a number of cents.")
        found[route] = cents
    return found


@breaks("failing_calls_change_nothing")
def replace_fares_before_the_count(fares: list[dict[str, str | int]]) -> dict[str, int]:
    """Replace all fares; a wrong list is refused as a whole.

    Args:
        fares: The fares, each with a route and cents.
    """
    found = _lines(fares)
    _RATES.write_text(json.dumps(found))
    if len(found) != len(fares):
        raise ValueError("Two fares are of one route.")
    return {"written": len(found)}


@keeps("failing_calls_change_nothing")
def replace_fares_after_the_count(fares: list[dict[str, str | int]]) -> dict[str, int]:
    """Replace all fares; a wrong list is refused as a whole.

    Args:
        fares: The fares, each with a route and cents.
    """
    found = _lines(fares)
    if len(found) != len(fares):
        raise ValueError("Two fares are of one route.")
    _RATES.write_text(json.dumps(found))
    return {"written": len(found)}
