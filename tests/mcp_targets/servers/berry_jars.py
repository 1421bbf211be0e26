"""A server that keeps jars in a database which it opens once: when it starts, or at its first call."""

from __future__ import annotations

import functools
import sqlite3
import sys
import tempfile
from pathlib import Path

from raw import serve, tool

FOLDER = tempfile.mkdtemp()


@functools.cache
def table() -> sqlite3.Connection:
    opened = sqlite3.connect(Path(FOLDER) / "jars.db", check_same_thread=False)
    opened.execute("CREATE TABLE IF NOT EXISTS jars (berry TEXT)")
    opened.commit()
    return opened


def fill_jar(berry: str) -> str:
    with table():
        table().execute("INSERT INTO jars VALUES (?)", [berry])
    return f"{table().execute('SELECT count(*) FROM jars').fetchone()[0]} jars."


if __name__ == "__main__":
    if sys.argv[1] == "at start":
        table()
    serve([tool("fill_jar", fill_jar, arguments={"berry": {"type": "string", "description": "What is in it."}})])
