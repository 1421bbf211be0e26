"""Circular records: documents and tables in which a record refers to itself, as a file that was edited by hand may."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

from .odd_files import DATABASE_HEAD
from .other_leaves import document_in, written

__all__ = ["with_circles", "with_last_records"]

_MAX_KEYS = 8


def with_circles(suffix: str, content: bytes, named: Sequence[str | int]) -> Iterator[tuple[str, bytes]]:
    """Yield documents, tables or databases with records that refer to themselves by a key, and the key.

    All records refer to the same one, and then this one to another: code may know a record that refers to itself only.

    Args:
        suffix: The ending of the file's name, with the dot.
        content: The ordinary content; nothing is yielded for any other format.
        named: Identifiers of records, as a call has them.
    """
    for name in named:
        yield from _with_references(suffix, content, name)
    for name in named:
        yield from _with_two(suffix, content, name)


def with_last_records(suffix: str, content: bytes) -> Iterator[bytes]:
    """Yield documents, tables or databases whose records refer to none by a key, one for each key."""
    yield from (changed for _, changed in _with_references(suffix, content, None))


def _with_references(suffix: str, content: bytes, name: str | int | None) -> Iterator[tuple[str, bytes]]:
    if content.startswith(DATABASE_HEAD):
        yield from _with_rows(content, name)
        return
    objects = list(_objects(document_in(suffix, content)))
    keys = dict.fromkeys(key for one in objects for key, value in one.items() if _may_refer(value, name))
    # The key whose value a record is found by is its identifier.
    others = [key for key in keys if name is None or all(one.get(key) != name for one in objects)]
    for key in others[:_MAX_KEYS]:
        document = document_in(suffix, content)
        for one in _objects(document):
            if key in one:
                one[key] = _reference(one[key], name)
        yield key, written(suffix, document)


def _with_two(suffix: str, content: bytes, name: str | int) -> Iterator[tuple[str, bytes]]:
    """Yield documents in which the record of a name refers to another one, and all others to it."""
    for number, (identifier, records) in enumerate(_records(document_in(suffix, content), name)):
        second = next(one for one in records if one != name)
        keys = [key for key, value in records[name].items() if key != identifier and _may_refer(value, name)]
        for key in keys[:_MAX_KEYS]:
            document = document_in(suffix, content)
            for one, record in list(_records(document, name))[number][1].items():
                record[key] = _reference(record.get(key), second if one == name else name)
            yield key, written(suffix, document)


def _records(document: Any, name: str | int) -> Iterator[tuple[str | None, dict[Any, dict[str, Any]]]]:
    """Yield records by identifier, the name and others, each time with the key of the identifier.

    The key is None for records of a map.
    """
    objects = list(_objects(document))
    known: list[tuple[str | None, dict[Any, dict[str, Any]]]] = [
        (key, {one[key]: one for one in objects if type(one.get(key)) is type(name)})
        for key in dict.fromkeys(key for one in objects for key in one)
    ]
    known += [(None, one) for one in objects if all(isinstance(value, dict) for value in one.values())]
    yield from ((key, records) for key, records in known if name in records and len(records) > 1)


def _reference(value: Any, name: str | int | None) -> Any:
    """Return a reference to a record in the form of a value."""
    return name if not isinstance(value, list) else [] if name is None else [name]


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for below in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
        yield from _objects(below)


def _may_refer(value: Any, name: str | int | None) -> bool:
    """Tell whether a value may be such an identifier, or a list of them; a record may also refer to none."""
    if value is None:
        return name is not None
    if isinstance(value, list):
        return all(isinstance(item, str | int) for item in value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    is_number = isinstance(name, str) and name.isdecimal()
    # A table has texts only.
    return name is None or type(value) is type(name) or is_number or (isinstance(value, str) and value.isdecimal())


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
