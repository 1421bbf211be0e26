"""Shaped database: an SQLite file with the tables and columns that a tool's own statements name, and a few rows."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from forge_harness import Tool

from ..profile.roles import role_of
from ..regex import regex
from .mined_constants import author_codes, author_functions
from .own_keys import ROOM, Kind, asked_value, flat_values, naming_values
from .role_values import plausible_texts

__all__ = ["own_statements", "shaped_database", "untyped_columns"]

_ROWS, _MAX_ROWS = 3, 4
_MAX_TABLES, _MAX_COLUMNS = 12, 24
_STATEMENT = regex(r"\s*(?:CREATE|SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA)\b", re.IGNORECASE)
_CREATES = regex(r"\s*(?:CREATE|PRAGMA\s+foreign_keys)\b", re.IGNORECASE)
_TABLE = regex(r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE\s+IF\s+NOT\s+EXISTS)\s+[\"`\[]?([A-Za-z_]\w*)", re.IGNORECASE)
_NAME = regex(r"(?<![\w'.])([a-z_][a-z0-9_]*)(?![\w'(.])")
#: A column of a table or of its alias, and an alias.
_QUALIFIED = regex(r"(?<![\w'.])([A-Za-z_]\w*)\.([a-z_][a-z0-9_]*)(?![\w'(.])")
_ALIAS = regex(r"\b(?:FROM|JOIN|UPDATE)\s+[\"`\[]?(\w+)[\"`\]]?\s+(?:AS\s+)?([a-z_]\w*)", re.IGNORECASE)
_IS_NULL = regex(r"(?:\b\w+\.)?\b([a-z_][a-z0-9_]*)\s+IS\s+NULL\b", re.IGNORECASE)
#: A column that a condition compares with a value of the call, and the column's table or alias.
_CONDITION = regex(r"\bWHERE\b(.*)", re.IGNORECASE | re.DOTALL)
_COMPARED = regex(r"(?:\b\w+\.)?\b([a-z_]\w*)\s*(?:==?|\bIN\b|\bIS\b|\bLIKE\b)\s*\(?\s*[?:]", re.IGNORECASE)
#: Lower-case words of statements that are no columns.
_WORDS = frozenset(
    (
        "select", "from", "where", "and", "or", "not", "null", "is", "in", "like", "order", "by", "group", "having",
        "limit", "offset", "asc", "desc", "insert", "into", "values", "update", "set", "delete", "join", "left", "on",
        "as", "case", "when", "then", "else", "end", "count", "sum", "min", "max", "avg", "distinct", "with", "union",
        "all", "integer", "text", "real", "primary", "key", "exists", "if", "table", "create", "default", "replace",
        "ignore", "conflict", "do", "nothing", "between", "glob", "returning"
    )
)  # fmt: skip


def own_statements(tool: Tool) -> list[str]:
    """Return the SQL statements in the code of a tool and in the variables that it uses."""
    found = [text for code in author_codes(tool) for text in code.co_consts if isinstance(text, str)]
    for function in author_functions(tool):
        named = (function.__globals__.get(name) for name in function.__code__.co_names)
        found += [value for value in named if isinstance(value, str)]
    return list(dict.fromkeys(text for text in found if _STATEMENT.match(text)))


def untyped_columns(statements: Iterable[str]) -> list[str]:
    """Return the columns of which statements tell the name alone, without those of ids."""
    known = list(statements)
    if any(_CREATES.match(statement) for statement in known):
        return []
    names = dict.fromkeys(name for columns in _named(known).values() for name in columns)
    return [name for name in names if not _is_id(name)]


def shaped_database(
    statements: Iterable[str],
    given: Mapping[str, Any] | None = None,
    *,
    unknown: Kind = "text",
    room: int = 0,
    numbers: Collection[str] = (),
) -> bytes | None:
    """Return a database in which the statements find rows; None if they name no table.

    Args:
        statements: Those of a tool.
        given: The arguments of the call that is to find a row.
        unknown: The kind of values in columns without a type.
        room: 1 for large numbers in the columns that no condition compares with a value of the call, larger from
            column to column, so that something can be taken from one and put into another; -1 for smaller ones.
        numbers: Columns without a type that hold numbers.
    """
    known = list(statements)
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in known:
            if _CREATES.match(statement):
                with contextlib.suppress(sqlite3.Error):
                    connection.executescript(statement)
        for table, columns in _named(known).items():
            with contextlib.suppress(sqlite3.Error):
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns)})")
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        empty = {name for statement in known for name in _IS_NULL.findall(statement)}
        conditions = [part for statement in known for part in _CONDITION.findall(statement)]
        compared = {name for part in conditions for name in _COMPARED.findall(part)}
        filler = _Filler(flat_values(given or {}), unknown, room, empty, compared, numbers)
        for table in tables[:_MAX_TABLES]:
            filler.fill(connection, table)
        connection.commit()
        return connection.serialize() if tables else None


def _named(statements: list[str]) -> dict[str, list[str]]:
    """Return the tables that statements name, each with the names that may be its columns."""
    found: dict[str, dict[str, None]] = {}
    for statement in statements:
        tables = _TABLE.findall(statement)
        aliases = {alias: table for table, alias in _ALIAS.findall(statement) if alias.lower() not in _WORDS}
        known = {*_WORDS, *tables, *aliases}
        names = [name for name in _NAME.findall(statement) if name not in known]
        for table in tables:
            # Every table has an id and a name, which other arguments of a call may give.
            found.setdefault(table, dict.fromkeys(("id", "name"))).update(dict.fromkeys(names))
        for owner, name in _QUALIFIED.findall(statement):
            if aliases.get(owner, owner) in found:
                found[aliases.get(owner, owner)].setdefault(name, None)
    return {table: list(columns)[:_MAX_COLUMNS] for table, columns in found.items()}


class _Filler:
    """Adds rows to tables.

    Args:
        given: The values of a call by name.
        unknown: The kind of values in columns without a type.
        room: Which numbers are large: see `shaped_database`.
        empty: Columns that are null in all rows but the last.
        compared: Columns that are compared with values of the call.
        numbers: Columns without a type that hold numbers.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        unknown: Kind,
        room: int,
        empty: Collection[str],
        compared: Collection[str],
        numbers: Collection[str],
    ) -> None:
        self._given = given
        self._unknown = unknown
        self._room = room
        self._empty = empty
        self._compared = compared
        self._numbers = numbers

    def fill(self, connection: sqlite3.Connection, table: str) -> None:
        """Add a few rows, and one for each record that the call names."""
        columns = list(connection.execute(f"PRAGMA table_info({table})"))
        names = [str(column[1]) for column in columns]
        keys = [name for name in names if name in self._compared and asked_value(name, self._given) is None]
        records = naming_values(self._given, names)[:_MAX_ROWS] if keys else []
        for number in range(max(_ROWS, len(records))):
            named = dict(zip(keys, records[number:], strict=False))
            values: list[int | float | str | None] = []
            for at, (_, name, kind, _, default, _) in enumerate(columns):
                step = at + 1 if self._room > 0 else len(columns) - at
                if name in self._empty and number < _ROWS - 1:
                    values.append(None)
                elif name in named:
                    values.append(named[name])
                elif default is not None:
                    # A default is a value that the author's code accepts.
                    values.append(str(default).strip("'\""))
                else:
                    values.append(self._value(str(name), str(kind).upper(), number, step))
            marks = ", ".join("?" for _ in values)
            with contextlib.suppress(sqlite3.Error):
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608  # its own tables

    def _value(self, name: str, kind: str, number: int, step: int) -> int | float | str:
        asked = asked_value(name, self._given)
        is_id = _is_id(name)
        is_number = any(word in kind for word in ("INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"))
        if self._room and name not in self._compared and not is_id and (is_number or _is_number(asked, kind)):
            return ROOM * step
        if number == 0 and isinstance(asked, str | int | float):
            return asked
        if is_id or "INT" in kind:
            return number + 1
        if is_number:
            return 10.5 * (number + 1)
        if not kind and (self._unknown == "number" or name in self._numbers):
            return ROOM * step if self._room else 10 * (number + 1)
        if name.lower() == "name":
            return ("ada", "bob", "eve")[number % _ROWS]
        texts = plausible_texts(role_of(name, {"type": "string"}), name=name)
        return texts[number % len(texts)]


def _is_id(name: str) -> bool:
    return name.lower() in ("id", "rowid") or name.lower().endswith("_id")


def _is_number(asked: Any, kind: str) -> bool:
    """Tell whether a column without a type holds numbers, since a call gives one for it."""
    return not kind and isinstance(asked, int | float) and not isinstance(asked, bool)
