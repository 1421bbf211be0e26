"""A database with its first rows is laid out by whichever call comes first, a refused one too."""

import sqlite3
from contextlib import closing

from ..marks import breaks, keeps

_FIRST = [("r-1", "kim", "open"), ("r-2", "lee", "open"), ("r-3", "lee", "closed")]
_HEADS = frozenset(("kim", "ona"))


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("leave.db", timeout=5)
    with connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'leave'").fetchone():
            connection.execute("CREATE TABLE leave (number TEXT PRIMARY KEY, person TEXT, state TEXT)")
            connection.executemany("INSERT INTO leave VALUES (?, ?, ?)", _FIRST)
    return connection


@keeps("failing_calls_change_nothing")
def grant_leave(number: int, head: str) -> dict[str, str]:
    """Grant an open request for leave.

    Args:
        number: Number of the request, from 1 to 1000.
        head: Who grants it, for example "ona".
    """
    if head not in _HEADS:
        raise ValueError("Only heads may grant leave.")
    with closing(_open()) as connection, connection:
        row = connection.execute("SELECT person, state FROM leave WHERE number = ?", (f"r-{number}",)).fetchone()
        if row is None or row[1] != "open":
            raise ValueError("There is no such open request.")
        connection.execute("UPDATE leave SET state = 'granted' WHERE number = ?", (f"r-{number}",))
    return {"number": f"r-{number}", "state": "granted"}


@breaks("failing_calls_change_nothing")
def grant_and_count(number: int, head: str) -> dict[str, str]:
    """Grant an open request for leave, and count what each head has granted.

    Args:
        number: Number of the request, from 1 to 1000.
        head: Who grants it, for example "ona".
    """
    if head not in _HEADS:
        raise ValueError("Only heads may grant leave.")
    with closing(_open()) as connection:
        with connection:
            connection.execute("CREATE TABLE IF NOT EXISTS grants (head TEXT, number INTEGER)")
            connection.execute("INSERT INTO grants VALUES (?, ?)", (head, number))
        with connection:
            row = connection.execute("SELECT state FROM leave WHERE number = ?", (f"r-{number}",)).fetchone()
            if row is None or row[0] != "open":
                raise ValueError("There is no such open request.")
            connection.execute("UPDATE leave SET state = 'granted' WHERE number = ?", (f"r-{number}",))
    return {"number": f"r-{number}", "state": "granted"}
