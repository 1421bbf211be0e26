"""Stored records: what is behind a tool, as records with the names of their fields.

{"kim": {"floor": 2}}, a map of a module           {"": "kim", "floor": 2}
desks(name, floor), a table with the row kim, 2    {"name": "kim", "floor": 2}

Those of a function stand in its modules and databases, those of a server in the answers of its readers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import Any

from ...oracles.own_code import OwnCode
from ...oracles.tracked_objects import instances_of
from ...targets.subject import Subject
from .databases import tables_of
from .state_view import StateView

__all__ = ["stored_records"]

_MAX_RECORDS, _MAX_DEPTH, _FEWEST_FIELDS = 200, 4, 2
_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

_Record = dict[str, Any]


def stored_records(subject: Subject, call: Mapping[str, Any]) -> list[_Record]:
    """Return the records behind a tool, those of a map with their key as the field "".

    Args:
        subject: The tool; for the readers of a server, a `StateView` chooses the calls.
        call: A call of the tool; readers are asked for the same names.
    """
    found: list[_Record] = []
    for record in _of_readers(subject, call) if subject.is_served else _of_function(subject):
        if len(record) >= _FEWEST_FIELDS and record not in found:
            found.append(record)
        if len(found) == _MAX_RECORDS:
            break
    return found


def _of_readers(subject: Subject, call: Mapping[str, Any]) -> Iterator[_Record]:
    for answer in StateView(subject).answers(call).values():
        yield from _in_value(answer, None)


def _of_function(subject: Subject) -> Iterator[_Record]:
    own = OwnCode(subject.tool)
    for module in own.modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                yield from _in_value(value, own)
    for connection in instances_of(sqlite3.Connection):
        with suppress(sqlite3.Error):
            yield from _rows(connection)
    for path in tables_of(subject.sandbox.workspace):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            yield from _rows(connection)


def _in_value(value: Any, own: OwnCode | None, key: Any = None, depth: int = 0) -> Iterator[_Record]:
    if own is not None and not isinstance(value, type) and own.is_module(type(value).__module__):
        value = getattr(value, "__dict__", None)
    if depth > _MAX_DEPTH or not isinstance(value, Mapping | list | tuple):
        return
    parts = list(value.items()) if isinstance(value, Mapping) else [(None, part) for part in value]
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        fields: _Record = {str(name): part for name, part in parts if isinstance(part, str | int | float | None)}
        yield fields if key is None else {"": key, **fields}
    for name, part in parts[:_MAX_RECORDS]:
        yield from _in_value(part, own, name if isinstance(name, str | int) else None, depth + 1)


def _rows(connection: sqlite3.Connection) -> Iterator[_Record]:
    with closing(sqlite3.Cursor(connection)) as cursor:
        cursor.row_factory = None
        for (table,) in cursor.execute(_NAMES).fetchall():
            quoted = str(table).replace('"', '""')
            rows = cursor.execute(f'SELECT * FROM "{quoted}"').fetchmany(_MAX_RECORDS)  # noqa: S608  # a quoted name
            names = [column[0] for column in cursor.description]
            for row in rows:
                yield {name: part for name, part in zip(names, row, strict=True) if not isinstance(part, bytes)}
