"""Functions that lay their table out in the first call, whatever becomes of the call."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from pydantic import BaseModel

from ..marks import breaks, keeps

_ORDERS = [(1, "ink", "open"), (2, "paper", "open"), (3, "glue", "sent")]


def _opened() -> sqlite3.Connection:
    connection = sqlite3.connect("orders.db", timeout=5)
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS orders (number INTEGER PRIMARY KEY, article TEXT, state TEXT)")
        connection.executemany("INSERT OR IGNORE INTO orders VALUES (?, ?, ?)", _ORDERS)
    return connection


@keeps("failing_calls_change_nothing", judged=True)
def send_order(number: int, clerk: str) -> dict[str, str]:
    """Send an order that is open.

    Args:
        number: Number of the order, 1 to 999999; 1 to 3 exist at first.
        clerk: Who sends it: ana or tom.
    """
    if clerk not in ("ana", "tom"):
        raise ValueError("There is no such clerk.")
    with closing(_opened()) as connection, connection:
        row = connection.execute("SELECT article, state FROM orders WHERE number = ?", (number,)).fetchone()
        if row is None or row[1] != "open":
            raise ValueError("There is no such order, or it was sent.")
        connection.execute("UPDATE orders SET state = 'sent' WHERE number = ?", (number,))
    return {"sent": row[0], "by": clerk}


class Reading(BaseModel):
    """What a meter showed."""

    meter: str
    value: int


def _readings() -> sqlite3.Connection:
    connection = sqlite3.connect("readings.db", timeout=5)
    connection.execute("CREATE TABLE IF NOT EXISTS readings (meter TEXT PRIMARY KEY, value INTEGER NOT NULL)")
    return connection


def _reading(row: Reading) -> tuple[str, int]:
    if not row.meter.isalnum() or not 0 <= row.value <= 9000:
        raise ValueError("Each reading needs a meter and a value of 0 to 9000.")
    return row.meter, row.value


@keeps("failing_calls_change_nothing", judged=True)
def add_readings(rows: list[Reading]) -> dict[str, int]:
    """Add readings of meters, all or none.

    Args:
        rows: The readings, each with a meter of letters and digits and a value of 0 to 9000.
    """
    if not rows:
        raise ValueError("There must be a reading.")
    with closing(_readings()) as connection, connection:
        for row in rows:
            connection.execute("INSERT OR REPLACE INTO readings VALUES (?, ?)", _reading(row))
    return {"added": len(rows)}


@breaks("failing_calls_change_nothing")
def add_readings_one_by_one(rows: list[Reading]) -> dict[str, int]:
    """Add readings of meters, all or none.

    Args:
        rows: The readings, each with a meter of letters and digits and a value of 0 to 9000.
    """
    if not rows:
        raise ValueError("There must be a reading.")
    with closing(_readings()) as connection:
        for row in rows:
            with connection:
                connection.execute("INSERT OR REPLACE INTO readings VALUES (?, ?)", _reading(row))
    return {"added": len(rows)}
