"""Functions that answer a taken name with a status; accents have two forms, which some take for two names."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing

from ..marks import breaks, keeps


def _seat(name: str, table: int, key: str) -> dict[str, str | int]:
    with closing(sqlite3.connect("wedding.db")) as seats, seats:
        seats.execute("CREATE TABLE IF NOT EXISTS seats (key TEXT PRIMARY KEY, name TEXT, place INTEGER)")
        is_new = seats.execute("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", (key, name, table)).rowcount == 1
        return {
            "answer": "seated" if is_new else "sits already",
            "table": seats.execute("SELECT place FROM seats WHERE key = ?", (key,)).fetchone()[0],
        }


@breaks("repeated_calls_add_nothing")
def seat_guest(name: str, table: int) -> dict[str, str | int]:
    """Seat a guest of the wedding, once.

    Args:
        name: Name of the guest. Composed and decomposed letters make no difference.
        table: Number of the table.
    """
    return _seat(name, table, name.strip().lower())


@breaks("repeated_calls_add_nothing")
def seat_cousin(name: str, table: int) -> dict[str, str | int]:
    """Seat a cousin at the wedding, once. How accented letters are encoded does not matter.

    Args:
        name: Name of the cousin.
        table: Number of the table.
    """
    return _seat(name, table, name.strip())


@keeps("repeated_calls_add_nothing", judged=True)
def seat_aunt(name: str, table: int) -> dict[str, str | int]:
    """Seat an aunt at the wedding, once. How accented letters are encoded does not matter.

    Args:
        name: Name of the aunt.
        table: Number of the table.
    """
    return _seat(name, table, unicodedata.normalize("NFKC", name.strip()))


@keeps("repeated_calls_add_nothing")
def seat_uncle(name: str, table: int) -> dict[str, str | int]:
    """Seat an uncle at the wedding, once. Accented letters are kept as they come.

    Args:
        name: Name of the uncle.
        table: Number of the table.
    """
    return _seat(name, table, name)
