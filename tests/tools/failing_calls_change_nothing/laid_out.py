"""A function that lays its table out in the first call, whatever becomes of the call."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ..marks import keeps

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
