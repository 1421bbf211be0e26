"""StatementLog: the statements that a call sent to a database, without their bound values.

It sees `sqlite3`, including connections opened earlier, and every driver or test double written in Python. Its hooks
stay until `remove_lasting_hooks`, and earlier connections stay replaced.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import threading
from types import CellType, FrameType, TracebackType
from typing import Any, Self

from msgspec import Struct

from ..regex import regex
from .lasting_hooks import removed_later
from .module_places import module_places
from .tracked_objects import instances_of, referrers

__all__ = ["Statement", "StatementLog"]

_METHODS = frozenset(
    [
        "execute", "executemany", "executescript", "exec_driver_sql", "fetch", "fetchrow", "fetchval", "fetch_all",
        "fetch_one", "query", "raw", "run", "run_query", "read_sql", "read_sql_query", "sql", "scalar", "scalars",
        "text", "select", "run_sql", "execute_sql", "sql_query", "fetch_rows", "do_query", "execute_query",
        "query_one", "query_all",
    ]
)  # fmt: skip
_SQL = regex(
    r"\s*\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA|CREATE|DROP|ALTER|REPLACE|MERGE|CALL|EXEC|TRUNCATE|EXPLAIN)\s",
    re.IGNORECASE,
)


class Statement(Struct, frozen=True):
    """A statement sent to a database.

    Attributes:
        text: The text, without bound values.
        is_sqlite: Whether it went to SQLite, whose literals do not have backslash escapes.
    """

    text: str
    is_sqlite: bool


class StatementLog:
    """The statements sent to a database, by any thread, while it is entered.

    Attributes:
        statements: Oldest first; duplicates are possible.
    """

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def __enter__(self) -> Self:
        _install()
        _listening.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _listening.remove(self)

    def take(self, statement: Statement) -> None:
        """Note a statement; called in the thread that sends it, right before it is sent."""
        self.statements.append(statement)


_listening: list[StatementLog] = []
_is_installed = False


def _note(text: Any, *, is_sqlite: bool = True) -> None:
    if isinstance(text, str):
        for log in tuple(_listening):
            log.take(Statement(text, is_sqlite))


class _HeardCursor(sqlite3.Cursor):
    def execute(self, sql: Any, *args: Any) -> Any:
        _note(sql)
        return super().execute(sql, *args)

    def executemany(self, sql: Any, *args: Any) -> Any:
        _note(sql)
        return super().executemany(sql, *args)

    def executescript(self, sql: Any) -> Any:
        _note(sql)
        return super().executescript(sql)


class _HeardConnection(sqlite3.Connection):
    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(_HeardCursor if factory is None else factory)

    def execute(self, sql: Any, *args: Any) -> Any:
        _note(sql)
        return super().execute(sql, *args)

    def executemany(self, sql: Any, *args: Any) -> Any:
        _note(sql)
        return super().executemany(sql, *args)

    def executescript(self, sql: Any) -> Any:
        _note(sql)
        return super().executescript(sql)


class _Heard:
    """A wrapper for a connection or cursor created before the log."""

    def __init__(self, real: Any) -> None:
        object.__setattr__(self, "_real", real)

    @property  # type: ignore[misc]  # so that isinstance holds
    def __class__(self) -> Any:
        return type(self._real)

    def __getattr__(self, name: str) -> Any:
        value = getattr(object.__getattribute__(self, "_real"), name)
        if name == "cursor":
            return lambda *args, **kwargs: _Heard(value(*args, **kwargs))
        if name not in ("execute", "executemany", "executescript"):
            return value

        def heard(sql: Any, *args: Any) -> Any:
            _note(sql)
            return value(sql, *args)

        return heard

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)

    def __enter__(self) -> Any:
        self._real.__enter__()
        return self

    def __exit__(self, *args: object) -> Any:
        return self._real.__exit__(*args)

    def __iter__(self) -> Any:
        return iter(self._real)


def _install() -> None:
    global _is_installed  # once a process
    if _is_installed:
        return
    _is_installed = True
    real = sqlite3.connect

    def connect(*args: Any, **kwargs: Any) -> Any:
        if len(args) < 6:
            kwargs.setdefault("factory", _HeardConnection)
        return real(*args, **kwargs)

    # Modules that imported the function by name need the replacement too.
    places = module_places(real, leave_out=__name__)
    for module, name in places:
        setattr(module, name, connect)

    def remove() -> None:
        global _is_installed  # once a process
        _is_installed = False
        for module, name in places:
            setattr(module, name, real)
        sys.setprofile(None)
        threading.setprofile(None)

    removed_later(remove)
    for opened in instances_of(sqlite3.Connection, sqlite3.Cursor):
        if type(opened) in (sqlite3.Connection, sqlite3.Cursor):
            _replace(opened, _Heard(opened))
    sys.setprofile(_profile)
    threading.setprofile(_profile)


def _replace(old: Any, new: _Heard) -> None:
    # Loops instead of comprehensions: a variable captured by one would be replaced itself.
    for holder in referrers(old):
        if isinstance(holder, CellType):
            holder.cell_contents = new
        elif isinstance(holder, dict) and holder is not new.__dict__:
            for key, value in list(holder.items()):
                if value is old and key != "__wrapped__":
                    holder[key] = new
        elif isinstance(holder, list):
            for index, value in enumerate(holder):
                if value is old:
                    holder[index] = new


def _profile(frame: FrameType, event: str, _: Any) -> None:
    code = frame.f_code
    if event != "call" or not _listening or code.co_name not in _METHODS or code.co_filename == __file__:
        return
    for name in code.co_varnames[: code.co_argcount][:3]:
        value = frame.f_locals.get(name)
        if isinstance(value, str) and _SQL.match(value):
            _note(value, is_sqlite=False)
            return
