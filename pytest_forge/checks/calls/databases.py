"""Databases: the SQLite databases in the sandbox, and statements that change them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ...oracles.file_tree import files_below
from ...targets.subject import Subject

__all__ = ["STARTS", "rows_of", "tables_of", "writing_statements"]

#: Prefixes that make a deleting statement look like a reading one.
STARTS = ("WITH x AS (SELECT 1) ", "", "SELECT 1; ", "/* SELECT */ ", "EXPLAIN SELECT 1; ")
_HEADER = b"SQLite format 3\0"
_MAX_FILES, _MAX_ROWS = 400, 200


def tables_of(folder: Path) -> dict[Path, tuple[str, ...]]:
    """Return the SQLite databases below *folder*, with the names of their tables."""
    found = {}
    for number, path in enumerate(files_below(folder)):
        if number > _MAX_FILES:
            break
        try:
            with path.open("rb") as file:
                is_database = file.read(len(_HEADER)) == _HEADER
        except OSError:
            continue
        if is_database:
            found[path] = _names(path)
    return found


def rows_of(path: Path) -> dict[str, list[list[Any]]]:
    """Return the rows of a SQLite database by table, at most 200 of each; none for another file."""
    found: dict[str, list[list[Any]]] = {}
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.2)) as connection:
            for name in _names(path):
                quoted = name.replace('"', '""')
                rows = connection.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608  # a quoted name
                found[name] = [list(row) for row in rows.fetchmany(_MAX_ROWS)]
    except sqlite3.Error:
        return {}
    return found


def writing_statements(subject: Subject) -> Iterator[str]:
    """Yield statements that change a database, in forms that a read-only tool may fail to refuse."""
    tables = [name for names in tables_of(subject.sandbox.workspace).values() for name in names][:3]
    mark = f"z{subject.random.getrandbits(32):08x}"
    for table in tables:
        quoted = table.replace('"', '""')
        yield from (f'{start}DELETE FROM "{quoted}"' for start in STARTS)  # noqa: S608  # the attack itself
    yield f"CREATE TABLE {mark} (a)"
    yield f"SELECT 1; CREATE TABLE {mark} (a)"
    yield "PRAGMA user_version = 7919"


def _names(path: Path) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.2)) as connection:
            rows: list[Any] = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.Error:
        return ()
    return tuple(str(row[0]) for row in rows if not str(row[0]).startswith("sqlite_"))
