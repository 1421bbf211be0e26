"""RateCache: rates that earlier processes learnt from the list of `genai-prices`, in the user's cache folder.

The package takes longer to import than a command has time. An entry holds for the installed files alone: it names the
size and the times of each file of the package and of ours, and is ignored if one differs. It is read only if only the
user could have written it. If the folder cannot be written, there is no cache, and everything works.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import zlib
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from ..budget.model_list import price_folder
from .rates import Rates

__all__ = ["RateCache"]

_MAX_BYTES = 1_000_000
_HARNESS = Path(__file__).parents[1]
#: Ours that name models for the list and learn the rates.
_OURS = (_HARNESS / "budget", _HARNESS / "cost")

#: Provider and model.
Key = tuple[str, str]


class RateCache:
    """The entry of the installed list.

    Attributes:
        rates: Rates by provider and model.
        absent: Providers and models that are not in the list.
    """

    def __init__(self) -> None:
        self.rates: dict[Key, Rates] = {}
        self.absent: set[Key] = set()
        self._path: Path | None = None
        self._files: list[list[Any]] = []
        listed = price_folder()
        root = _cache_folder()
        if listed is None or root is None:
            return
        with contextlib.suppress(OSError):
            self._files = [row for folder in (listed, *_OURS) for row in _rows(str(folder))]
            self._path = root / "forge-harness" / "prices" / f"{zlib.crc32(os.fsencode(listed)):08x}.json"
            self._read(self._path)

    def add(self, rates: Mapping[Key, Rates | None], absent: set[Key]) -> None:
        """Store what a process has learnt, if possible."""
        self.rates |= {key: found for key, found in rates.items() if found is not None}
        self.absent |= absent
        if self._path is None:
            return
        entry = {
            "files": self._files,
            "rates": [_as_row(*item) for item in self.rates.items()],
            "absent": sorted(self.absent),
        }
        data = json.dumps(entry).encode()
        if len(data) > _MAX_BYTES:
            return
        part = self._path.with_name(f"{self._path.stem}.{os.getpid()}.tmp")
        try:
            part.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if _is_ours_alone(part.parent.stat()):
                part.unlink(missing_ok=True)
                descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                part.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()

    def _read(self, path: Path) -> None:
        if not _is_ours_alone(path.parent.stat()):
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or not _is_ours_alone(status) or status.st_size > _MAX_BYTES:
                return
            data = file.read(_MAX_BYTES)
        try:
            entry = json.loads(data)
            if entry["files"] != self._files:
                return
            rates = {(provider, model): _as_rates(row) for provider, model, *row in entry["rates"]}
            absent = {(provider, model) for provider, model in entry["absent"]}
        except (ValueError, TypeError, KeyError, InvalidOperation, RecursionError):
            return
        self.rates, self.absent = rates, absent


def _as_row(key: Key, rates: Rates) -> list[str | int | None]:
    dollars = (rates.call, rates.input, rates.output, rates.cache_read, rates.cache_write)
    return [*key, *map(str, dollars), rates.most_input_tokens]


def _as_rates(row: list[Any]) -> Rates:
    *dollars, most = row
    call, prompt, answer, read, written = map(Decimal, dollars)
    return Rates(call, prompt, answer, read, written, None if most is None else int(most))


def _rows(folder: str) -> Iterator[list[Any]]:
    """Return each file of *folder* and below with its size and times; a file does not change without them."""
    with os.scandir(folder) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _rows(entry.path)
            else:
                status = entry.stat()
                yield [entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns]


def _is_ours_alone(status: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _cache_folder() -> Path | None:
    """Return the user's cache folder; None without a home folder."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
