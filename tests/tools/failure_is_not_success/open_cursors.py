"""A function whose cursor, kept alive by a recorded exception, would lock its database for the calls that follow."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ..marks import keeps

_SEATS = [("A", 30), ("B", 22), ("C", 0)]


def _prepare(hall: sqlite3.Connection) -> None:
    with hall:
        hall.execute("BEGIN IMMEDIATE")
        if not hall.execute("SELECT 1 FROM sqlite_master WHERE name = 'seats'").fetchone():
            hall.execute("CREATE TABLE seats (area TEXT PRIMARY KEY, free INTEGER)")
            hall.executemany("INSERT INTO seats VALUES (?, ?)", _SEATS)


def _change(hall: sqlite3.Connection, area: str, by: int) -> int:
    return hall.execute("UPDATE seats SET free = free + ? WHERE area = ? AND free + ? >= 0", (by, area, by)).rowcount


@keeps("failure_is_not_success", judged=True)
def change_seats(area: str, to_area: str, seats: int) -> dict:
    """Give seats of one area of the hall back, and take as many of another.

    Args:
        area: Area that gets its seats back, for example "A".
        to_area: Area whose seats are taken, for example "B".
        seats: Number of seats, 1 to 100000.
    """
    if area == to_area:
        raise ValueError("The two areas must differ.")
    if not 1 <= seats <= 100_000:
        raise ValueError("seats must lie between 1 and 100000.")
    try:
        with closing(sqlite3.connect("hall.db", timeout=5)) as hall:
            _prepare(hall)
            with hall:
                if not _change(hall, area, seats):
                    raise ValueError("There is no area that gets seats back.")
                if not _change(hall, to_area, -seats):
                    raise ValueError("There are not enough seats to take.")
            rows = hall.execute("SELECT area, free FROM seats ORDER BY area")
            return {"free": dict(rows.fetchall())}
    except sqlite3.Error:
        raise ValueError("The seats cannot be read or written at the moment.") from None
