"""FindingStore: findings of earlier runs, judged first in the next one.

A finding that no longer shows when it is judged again is removed. The store decides the order of a run, and further
seeds for a check.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from ..engine.past_finding import PastFinding
from ..regex import regex
from ..targets.target_error import TargetError
from ..verdict import CheckResult
from .finding_database import database_in, database_on_redis
from .finding_file import FindingFile
from .finding_row import FindingRow, Place, finding_of, finding_row, is_sound, place_of

__all__ = ["FindingStore", "TakenOver", "cache_folder", "default_store", "store_at"]

_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]*://")


class FindingKeeper(Protocol):
    """Where findings are kept between runs: a user's file, or a database that a team shares.

    Attributes:
        base: The folder that targets are relative to; empty if findings are shared by users with folders of their own.
        warning: What went wrong, in two sentences; empty if nothing did.
    """

    base: str
    warning: str

    def read(self) -> list[FindingRow]: ...

    def write(self, rows: Sequence[FindingRow], *, gone: Sequence[FindingRow]) -> None: ...


class TakenOver:
    """Findings that another process has read, and will write.

    Args:
        rows: What `FindingStore.known` returned there.
    """

    def __init__(self, rows: Sequence[FindingRow]) -> None:
        self.base = ""
        self.warning = ""
        self._rows = rows

    def read(self) -> list[FindingRow]:
        return [row for row in self._rows if is_sound(row)]

    def write(self, rows: Sequence[FindingRow], *, gone: Sequence[FindingRow]) -> None:
        del rows, gone


def default_store() -> Path | None:
    """Return the place of this user's store; None without a home directory."""
    folder = cache_folder()
    return None if folder is None else folder / "findings.json"


def cache_folder() -> Path | None:
    """Return the folder of what this user's runs keep; None without a home directory."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return root / "forge-harness"


class FindingStore:
    """The findings of earlier runs.

    Args:
        keeper: Where they are kept; None for an empty store that is not saved.
    """

    def __init__(self, keeper: FindingKeeper | None) -> None:
        self._keeper = keeper
        self._base = "" if keeper is None else keeper.base
        self._rows: dict[Place, FindingRow] = {}
        self._gone: list[FindingRow] = []
        for row in [] if keeper is None else keeper.read():
            # Two hosts may have found the same with other calls; one of them is enough.
            self._forget(place_of(row))
            self._rows[place_of(row)] = row

    def known(self) -> list[FindingRow]:
        """Return the rows of this folder, for a process with another folder or without the store."""
        return [row | {"base": ""} for place, row in self._rows.items() if place[0] == self._base]

    def take_warning(self) -> str:
        """Return what went wrong where findings are kept, in two sentences, and forget it; empty if nothing did."""
        if self._keeper is None:
            return ""
        warning, self._keeper.warning = self._keeper.warning, ""
        return warning

    def seed(self, target: str, tool: str, check: str) -> int | None:
        """Return the seed of the past finding; None if there is none."""
        known = self.finding(target, tool, check)
        return None if known is None else known.seed

    def finding(self, target: str, tool: str, check: str) -> PastFinding | None:
        """Return the past finding of a check in a tool; None if there is none."""
        row = self._rows.get((self._base, target, tool, check))
        return None if row is None else finding_of(row)

    def has(self, target: str, tool: str) -> bool:
        """Whether the tool has past findings."""
        return any(place[:3] == (self._base, target, tool) for place in self._rows)

    def learn(self, results: Iterable[CheckResult]) -> None:
        """Update the store from the verdicts of a run: keep findings, and remove those that no longer show."""
        for result in results:
            place = (self._base, result.target, result.tool, result.check)
            # An error says nothing about a finding, and static checks need no seed.
            if result.status == "error" or not result.was_made or result.is_stale or result.family == "definition":
                continue
            self._forget(place)
            if result.id:
                past = PastFinding(result.seed, result.arguments, result.before)
                self._rows[place] = finding_row(place, result.id, past)

    def save(self) -> None:
        """Keep the findings for the next run."""
        if self._keeper is not None:
            self._keeper.write(list(self._rows.values()), gone=self._gone)

    def _forget(self, place: Place) -> None:
        known = self._rows.pop(place, None)
        if known is not None:
            self._gone.append(known)


def store_at(word: str | None, default: Path | None, *, base: Path) -> FindingStore:
    """Return the store that the user names.

    Args:
        word: A file, a folder (one that exists, or a name that ends in a slash), ``redis://HOST:PORT/NUMBER``, or
            ``off``; empty for the default file.
        default: The default file; None for none.
        base: The folder that targets are relative to.

    Raises:
        TargetError: If no store can be at that place.
    """
    if word == "off":
        return FindingStore(None)
    if not word:
        return FindingStore(None if default is None else FindingFile(default, base=base))
    if word.startswith(("redis://", "rediss://")):
        return FindingStore(database_on_redis(word))
    if found := _SCHEME.match(word):
        raise TargetError(
            f"The store of past findings begins with {found[0]!r}, which is not supported. "
            "Name a file, a folder, redis://HOST:PORT/NUMBER, or off."
        )
    if word.endswith(("/", os.sep)) or (base / word).is_dir():
        return FindingStore(database_in(base / word, name=word))
    return FindingStore(FindingFile(base / word, base=base))
