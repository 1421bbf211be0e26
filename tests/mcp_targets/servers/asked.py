"""A server that answers questions in SQL; its first argument says whether a statement may write."""

from __future__ import annotations

import json
import sqlite3
import sys

from raw import Refused, serve, tool

WRITES = sys.argv[1:2] == ["writes"]
READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
yard = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
yard.execute("CREATE TABLE boats (name TEXT, metres INTEGER)")
yard.executemany("INSERT INTO boats VALUES (?, ?)", [("Tern", 7), ("Skua", 9)])
if not WRITES:
    yard.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in READING else sqlite3.SQLITE_DENY)


def ask_yard(sql: str) -> str:
    if not sql.lower().startswith(("select", "with")):
        raise Refused("Only SELECT is answered.")
    try:
        return json.dumps({"rows": yard.execute(sql).fetchmany(50)})
    except (sqlite3.Error, sqlite3.Warning):
        raise Refused("The statement is not a valid SELECT.") from None


if __name__ == "__main__":
    sql = {"sql": {"type": "string", "description": "A SELECT statement on the table boats."}}
    serve([tool("ask_yard", ask_yard, arguments=sql, annotations={"readOnlyHint": True})])
