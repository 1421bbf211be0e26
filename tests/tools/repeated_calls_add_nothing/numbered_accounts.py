"""Functions that notice a slip that was handed in before, beside a locker number of a form of its own."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from ..marks import breaks, keeps

_SLIP = re.compile(r"[A-Za-z0-9-]{3,30}")
_LOCKER = re.compile(r"[0-9]{4}")


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("lockers.db", timeout=5)
    connection.execute("CREATE TABLE IF NOT EXISTS slips (number INTEGER PRIMARY KEY, slip TEXT, locker TEXT)")
    return connection


def _check(slip: str, locker: str) -> None:
    if not _SLIP.fullmatch(slip):
        raise ValueError("a slip has 3 to 30 letters, digits or hyphens")
    if not _LOCKER.fullmatch(locker):
        raise ValueError("a locker has four digits")


def _handed_in(looked_up: str, kept: str, locker: str) -> dict[str, object]:
    with closing(_open()) as connection, connection:
        row = connection.execute("SELECT number, locker FROM slips WHERE slip = ?", (looked_up,)).fetchone()
        if row is not None and row[1] != locker:
            raise ValueError("the slip was handed in for another locker")
        if row is not None:
            return {"number": row[0], "is_known": True}
        made = connection.execute("INSERT INTO slips (slip, locker) VALUES (?, ?)", (kept, locker))
        return {"number": made.lastrowid, "is_known": False}


@breaks("repeated_calls_add_nothing")
def hand_slip_in(slip: str, locker: str) -> dict[str, object]:
    """Hand a slip in for a locker, once. Capitals and small letters are the same.

    Args:
        slip: 3 to 30 letters, digits or hyphens.
        locker: Number of four digits.
    """
    _check(slip, locker)
    return _handed_in(slip.casefold(), slip, locker)


@keeps("repeated_calls_add_nothing")
def hand_any_slip_in(slip: str, locker: str) -> dict[str, object]:
    """Hand a slip in for a locker, once. Capitals and small letters are the same.

    Args:
        slip: 3 to 30 letters, digits or hyphens.
        locker: Number of four digits.
    """
    _check(slip, locker)
    return _handed_in(slip.casefold(), slip.casefold(), locker)


@keeps("repeated_calls_add_nothing")
def hand_exact_slip_in(slip: str, locker: str) -> dict[str, object]:
    """Hand a slip in for a locker, once. Capitals make another slip.

    Args:
        slip: 3 to 30 letters, digits or hyphens.
        locker: Number of four digits.
    """
    _check(slip, locker)
    return _handed_in(slip, slip, locker)
