"""Numbers drawn from a database, one of which two calls at once may get."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Literal

from ..marks import breaks, keeps

Queue = Literal["post", "bank"]


def _drawn(base: sqlite3.Connection, queue: str) -> int:
    base.execute("CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, last INTEGER NOT NULL)")
    found = base.execute("SELECT last FROM queues WHERE name = ?", (queue,)).fetchone()
    number = 1 if found is None else int(found[0]) + 1
    base.execute(
        "INSERT INTO queues VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = excluded.last", (queue, number)
    )
    return number


@breaks("calls_at_once_agree")
def draw_ticket(queue: Queue) -> dict[str, int]:
    """Draw the next ticket of a queue."""
    with closing(sqlite3.connect("tickets.db", timeout=10)) as base, base:
        return {"ticket": _drawn(base, queue)}


@keeps("calls_at_once_agree")
def draw_ticket_alone(queue: Queue) -> dict[str, int]:
    """Draw the next ticket of a queue."""
    with closing(sqlite3.connect("tickets.db", timeout=10, isolation_level=None)) as base:
        base.execute("BEGIN IMMEDIATE")
        try:
            number = _drawn(base, queue)
        except BaseException:
            base.rollback()
            raise
        base.commit()
        return {"ticket": number}


@keeps("calls_at_once_agree")
def draw_ticket_in_one_statement(queue: Queue) -> dict[str, int]:
    """Draw the next ticket of a queue."""
    with closing(sqlite3.connect("tickets.db", timeout=10)) as base, base:
        base.execute("CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, last INTEGER NOT NULL)")
        if base.execute("SELECT count(*) FROM queues").fetchone()[0] > 2:
            raise ValueError("There are two queues only.")
        base.execute("INSERT INTO queues VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1", (queue,))
        return {"ticket": base.execute("SELECT last FROM queues WHERE name = ?", (queue,)).fetchone()[0]}
