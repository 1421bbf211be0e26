"""FindingDatabase: a store of past findings that a team shares, in a database of Hypothesis.

A folder that all can write to, or a Redis server. Each finding is a value of its own, so that runs on several hosts can
store theirs at the same time; a run removes only what it has seen and judged again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from forge_harness import install_extra

from ..targets.target_error import TargetError
from .finding_row import FindingRow, is_sound

if TYPE_CHECKING:
    from hypothesis.database import ExampleDatabase

__all__ = ["FindingDatabase", "database_in", "database_on_redis"]

_KEY = b"forge-findings"
_KEPT = timedelta(days=90)
_CONNECT_S, _REPLY_S = 3.0, 10.0


class FindingDatabase:
    """The past findings of a team.

    Args:
        database: Holds each finding as a value of one key.
        name: The store's name in messages.
        errors: What the database raises when it cannot be reached.

    Attributes:
        base: Empty: targets are relative to each user's working directory.
        warning: Why findings could not be read or stored, in two sentences; empty if they were.
    """

    def __init__(self, database: ExampleDatabase, *, name: str, errors: tuple[type[Exception], ...] = ()) -> None:
        self.base = ""
        self.warning = ""
        self._database = database
        self._name = name
        self._errors: tuple[type[Exception], ...] = (OSError, *errors)

    def read(self) -> list[FindingRow]:
        """Return all rows, in a fixed order; none if the database cannot be reached."""
        try:
            values = sorted(self._database.fetch(_KEY))
        except self._errors as error:
            self._warn(error, "This run knows no earlier findings.")
            return []
        rows = []
        for value in values:
            try:
                row = json.loads(value)
            except (ValueError, RecursionError):
                continue
            if is_sound(row):
                rows.append(row)
        return rows

    def write(self, rows: Sequence[FindingRow], *, gone: Sequence[FindingRow]) -> None:
        """Store each row by itself, then remove those that are gone; a value that exists stays as it is."""
        stored = [_value(row) for row in rows]
        removed = [_value(row) for row in gone]
        try:
            for value in stored:
                self._database.save(_KEY, value)
            # In this order, a run that is killed loses nothing.
            for value in removed:
                if value not in stored:
                    self._database.delete(_KEY, value)
        except self._errors as error:
            self._warn(error, "The findings of this run were not stored.")

    def _warn(self, error: Exception, sentence: str) -> None:
        self.warning = f"The store of past findings {self._name!r} failed with {type(error).__name__}. {sentence}"


def database_in(folder: Path, *, name: str) -> FindingDatabase:
    """Return the store in a folder, which is made when the first finding is stored."""
    from hypothesis.database import DirectoryBasedExampleDatabase

    return FindingDatabase(DirectoryBasedExampleDatabase(folder), name=name)


def database_on_redis(address: str) -> FindingDatabase:
    """Return the store on a Redis server; a finding that no run has seen for 90 days expires.

    Raises:
        TargetError: If the client of Redis is not installed, or the address cannot be read.
    """
    try:
        from hypothesis.extra.redis import RedisExampleDatabase
        from redis import Redis, RedisError
    except ImportError:
        raise TargetError(
            "A store of past findings on Redis needs the package 'redis', which is not installed. "
            f"Run: {install_extra('distributed')}."
        ) from None
    try:
        parts = urlsplit(address)
        # The address may hold a password.
        name = f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}{parts.path}"
        client = Redis.from_url(address, socket_connect_timeout=_CONNECT_S, socket_timeout=_REPLY_S)
    except ValueError:
        raise TargetError(
            "The address of the store on Redis cannot be read. Write it as redis://HOST:PORT/NUMBER."
        ) from None
    database = RedisExampleDatabase(client, expire_after=_KEPT, key_prefix=b"forge-harness:")
    return FindingDatabase(database, name=name, errors=(RedisError,))


def _value(row: FindingRow) -> bytes:
    return json.dumps(row, sort_keys=True, separators=(",", ":")).encode()
