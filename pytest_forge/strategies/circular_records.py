"""Circular records: documents and tables in which a record refers to itself, as a file that was edited by hand may."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from .odd_files import DATABASE_HEAD

__all__ = ["with_circles", "with_last_records"]

_MAX_KEYS = 8


def with_circles(content: bytes, named: Sequence[str | int]) -> Iterator[tuple[str, bytes]]:
    """Yield documents of JSON or databases whose records all refer to the same one by a key, and the key.

    Args:
        content: The ordinary content; nothing is yielded for any other format.
        named: Identifiers of records, as a call has them.
    """
    for name in named:
        yield from _with_references(content, name)


def with_last_records(content: bytes) -> Iterator[bytes]:
    """Yield documents of JSON or databases whose records refer to none by a key, one for each key."""
    yield from (changed for _, changed in _with_references(content, None))


def _with_references(content: bytes, name: str | int | None) -> Iterator[tuple[str, bytes]]:
    if content.startswith(DATABASE_HEAD):
        yield from _with_rows(content, name)
        return
    try:
        objects = list(_objects(json.loads(content)))
    except (ValueError, RecursionError):
        return
    keys = dict.fromkeys(key for one in objects for key, value in one.items() if _may_refer(value, name))
    # The key whose value a record is found by is its identifier.
    others = [key for key in keys if name is None or all(one.get(key) != name for one in objects)]
    for key in others[:_MAX_KEYS]:
        document = json.loads(content)
        for one in _objects(document):
            if key in one:
                one[key] = name if not isinstance(one[key], list) else [] if name is None else [name]
        yield key, json.dumps(document).encode()


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for below in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
        yield from _objects(below)


def _may_refer(value: Any, name: str | int | None) -> bool:
    """Tell whether a value may be such an identifier, or a list of them."""
    if isinstance(value, list):
        return all(isinstance(item, str | int) for item in value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    return name is None or type(value) is type(name) or (isinstance(name, str) and name.isdecimal())


def _with_rows(content: bytes, name: str | int | None) -> Iterator[tuple[str, bytes]]:
    with closing(sqlite3.connect(":memory:")) as connection, suppress(sqlite3.Error):
        connection.deserialize(content)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        columns = [
            (table, column)
            for (table,) in tables
            for _, column, _, _, _, key in connection.execute(f'PRAGMA table_info("{table}")').fetchall()
            if not key
        ]
        for table, column in columns[:_MAX_KEYS]:
            found = f'SELECT 1 FROM "{table}" WHERE "{column}" = ?'  # noqa: S608  # names that SQLite told
            if connection.execute(found, (name,)).fetchone() is None:
                with suppress(sqlite3.Error):
                    connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (name,))  # noqa: S608
                    connection.commit()
                    yield column, connection.serialize()
                connection.rollback()
                connection.deserialize(content)
