"""Functions that answer questions in SQL, some of which let a question write."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

from ..marks import breaks, keeps

_HERD = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
_HERD.execute("CREATE TABLE goats (name TEXT, litres REAL)")
_HERD.executemany("INSERT INTO goats VALUES (?, ?)", [("Heidi", 2.5), ("Flora", 3.25), ("Alba", 1.75)])
_READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)


def _ledger(mode: str = "rwc") -> sqlite3.Connection:
    with contextlib.closing(sqlite3.connect("ledger.sqlite3", isolation_level=None, timeout=5)) as made:
        made.execute("CREATE TABLE IF NOT EXISTS bookings (day TEXT, cents INTEGER)")
        if not made.execute("SELECT 1 FROM bookings").fetchone():
            made.executemany("INSERT INTO bookings VALUES (?, ?)", [("2025-02-01", 1250), ("2025-02-03", -400)])
        made.execute("CREATE TABLE IF NOT EXISTS asked (question TEXT)")
    return sqlite3.connect(f"file:ledger.sqlite3?mode={mode}", uri=True, isolation_level=None, timeout=5)


def _answer(connection: sqlite3.Connection, sql: str) -> dict[str, Any]:
    try:
        rows = connection.execute(sql).fetchmany(50)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        raise ValueError("This statement cannot be answered.") from error
    return {"rows": [[str(value)[:200] for value in row] for row in rows]}


@breaks("readers_change_no_files")
def ask_ledger(sql: str) -> dict[str, Any]:
    """Answer a question to the ledger, whose table is bookings (day, cents).

    Args:
        sql: A single SELECT statement, up to 500 characters.
    """
    text = sql.strip().lower()
    if len(sql) > 500 or not text.startswith(("select", "with")) or "delete" in text:
        raise ValueError("A statement begins with SELECT or WITH, and deletes nothing.")
    with contextlib.closing(_ledger()) as connection:
        return _answer(connection, sql)


@keeps("readers_change_no_files", judged=True)
def ask_ledger_for_reading(sql: str) -> dict[str, Any]:
    """Answer a question to the ledger, whose table is bookings (day, cents).

    Args:
        sql: A single SELECT statement, up to 500 characters.
    """
    if len(sql) > 500:
        raise ValueError("A statement has up to 500 characters.")
    with contextlib.closing(_ledger()) as noting:
        noting.execute("INSERT INTO asked VALUES (?)", (sql,))
    with contextlib.closing(_ledger("ro")) as connection:
        connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY)
        return _answer(connection, sql)


@keeps("readers_change_no_files")
def run_on_ledger(sql: str) -> dict[str, Any]:
    """Run a statement on the ledger, whose table is bookings (day, cents). The columns are never changed.

    Args:
        sql: A SELECT statement or one that changes rows, up to 500 characters.
    """
    if len(sql) > 500:
        raise ValueError("A statement has up to 500 characters.")
    with contextlib.closing(_ledger()) as connection:
        return _answer(connection, sql)


@breaks("readers_change_no_files")
def ask_for_goats(sql: str) -> dict[str, Any]:
    """Answer a question to the table goats (name, litres). Read-only queries, up to 500 characters.

    Args:
        sql: The question in SQL.
    """
    if len(sql) > 500 or sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "DROP", "CREATE")):
        raise ValueError("The statement must not begin with a word that writes.")
    return _answer(_HERD, sql)


@keeps("readers_change_no_files", judged=True)
def ask_for_goats_only(sql: str) -> dict[str, Any]:
    """Answer a question to the table goats (name, litres). Read-only queries, up to 500 characters.

    Args:
        sql: The question in SQL.
    """
    _HERD.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY)
    try:
        return _answer(_HERD, sql)
    finally:
        _HERD.set_authorizer(None)
