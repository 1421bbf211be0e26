"""TapeCache: places and keys of a cassette's text, cached under the hash of the text, outside the repository.

An entry never holds an answer, so that every replayed answer comes from the cassette itself. It is JSON with a
checksum, and is read only if only the user could have written it; an entry that does not fit is ignored. If the
folder cannot be written, there is no cache, and everything works.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from .tape_index import TapeIndex

__all__ = ["TapeCache"]

#: Increased whenever entries of an older format would be misread.
_VERSION = 5
_MAX_TOTAL_BYTES = 64 * 1024 * 1024
_MAX_ENTRY_BYTES = 16 * 1024 * 1024
_SUFFIX = ".tape"


class TapeCache:
    """The entries of one folder.

    Args:
        folder: Where they are; None for the user's cache folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or _default_folder()

    def load(self, digest: str, size: int) -> tuple[TapeIndex, dict[str, list[str]]] | None:
        """Return the index and the keys of the text with this hash and size; None if there is no valid entry."""
        found = self._read(digest)
        if found is None or found.get("size") != size:
            return None
        starts, metadata, keys = found.get("starts"), found.get("metadata"), found.get("keys")
        if not isinstance(metadata, dict) or not isinstance(keys, dict) or not isinstance(starts, list):
            return None
        if len(starts) < 2 or not all(type(start) is int for start in starts):
            return None
        if starts[0] < 0 or starts[-1] > size or any(one >= two for one, two in pairwise(starts)):
            return None
        for ones in keys.values():
            if not isinstance(ones, list) or len(ones) != len(starts) - 1 or not all(type(one) is str for one in ones):
                return None
        answers = found.get("answers")
        if not isinstance(answers, list) or not all(type(place) is int and place >= 0 for place in answers):
            return None
        if answers and len(answers) != len(starts) - 1:
            return None
        return TapeIndex(tuple(starts), metadata, tuple(answers)), keys

    def store(self, digest: str, size: int, index: TapeIndex, keys: Mapping[str, list[str]]) -> None:
        """Store an entry if possible."""
        entry = {"size": size, "starts": index.starts, "answers": index.answers, "metadata": index.metadata}
        entry["keys"] = keys
        try:
            payload = json.dumps(entry, separators=(",", ":"), allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            return
        if len(payload) > _MAX_ENTRY_BYTES:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not _is_ours_alone(self._folder.stat()):
                return
            self._write(self._path(digest), hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload)
            self._keep_small()

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}-{_VERSION}{_SUFFIX}"

    def _read(self, digest: str) -> dict[str, Any] | None:
        try:
            if not _is_ours_alone(self._folder.stat()):
                return None
            descriptor = os.open(self._path(digest), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or not _is_ours_alone(status) or status.st_size > _MAX_ENTRY_BYTES:
                return None
            try:
                # So much memory is taken at once; what comes meanwhile would not fit the checksum.
                checksum, _, payload = file.read(status.st_size).partition(b"\n")
            except OSError:
                return None
        if hashlib.sha256(payload).hexdigest().encode() != checksum:
            return None
        try:
            found = json.loads(payload)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def _write(self, path: Path, data: bytes) -> None:
        descriptor, name = tempfile.mkstemp(dir=self._folder, suffix=".tmp")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _keep_small(self) -> None:
        """Remove the oldest entries beyond the total size, including leftovers of killed processes."""
        with os.scandir(self._folder) as found:
            files = [(entry.stat(follow_symlinks=False), entry.path) for entry in found]
        files.sort(key=lambda file: -file[0].st_mtime_ns)
        total = 0
        for status, path in files:
            total += status.st_size
            if total > _MAX_TOTAL_BYTES and stat.S_ISREG(status.st_mode):
                with contextlib.suppress(OSError):
                    Path(path).unlink()


def _is_ours_alone(status: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _default_folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        # No home folder, or it cannot be created: no cache.
        root = Path(os.devnull)
    return root / "forge-harness" / "tapes"
