"""KeptWorld: the state of the sandbox after the target was loaded, restored between two checks.

A module or a server has folders and databases open that it created while it started; they are kept.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Set
from contextlib import suppress
from pathlib import Path

from ..sandbox import Sandbox

__all__ = ["KeptWorld"]

#: Larger files are left as they are.
_MAX_BYTES = 1 << 22


class KeptWorld:
    """The state of the sandbox after the target was loaded.

    Args:
        sandbox: The world it lives in.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._folders: list[Path] = []
        self._files: dict[Path, bytes] = {}
        self._kept: dict[Path, int] = {}
        # Of files that hold what they held: a look at it is enough.
        self._statuses: dict[Path, tuple[int, ...]] = {}

    @property
    def paths(self) -> Set[Path]:
        """The paths that are kept."""
        return self._kept.keys()

    def remember(self) -> None:
        """Take the present state as the one to restore."""
        self._folders, self._files = [], {}
        self._kept = {}
        for path, status in _entries(self._sandbox.root):
            self._kept[path] = stat.S_IFMT(status.st_mode)
            if stat.S_ISDIR(status.st_mode):
                self._folders.append(path)
            elif stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_BYTES:
                with suppress(OSError):
                    self._files[path] = path.read_bytes()
                    self._statuses[path] = _marks(status)

    def restore(self) -> bool:
        """Restore the remembered state; unchanged files are not rewritten.

        Returns:
            Whether nothing else is left.
        """
        entries = _entries(self._sandbox.root)
        now = {path: _marks(status) for path, status in entries}
        for path, status in reversed(entries):
            if self._kept.get(path) != stat.S_IFMT(status.st_mode):
                _remove(path, is_folder=stat.S_ISDIR(status.st_mode))
        for folder in self._folders:
            folder.mkdir(parents=True, exist_ok=True)
        for path, content in self._files.items():
            if path == self._sandbox.output or now.get(path) == self._statuses.get(path):
                continue
            with suppress(OSError):
                if not path.is_file() or path.read_bytes() != content:
                    path.write_bytes(content)
                self._statuses[path] = _marks(path.lstat())
        return all(path in self._kept for path, _ in _entries(self._sandbox.root))


def _marks(status: os.stat_result) -> tuple[int, ...]:
    """Return what differs once a file has changed; a program cannot set the last."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _entries(root: Path) -> list[tuple[Path, os.stat_result]]:
    """Return everything below *root*, each folder before what is in it; links are not followed."""
    found: list[tuple[Path, os.stat_result]] = []
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            listed = _listed(folder)
        except OSError:
            continue
        for entry in listed:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                found.append((Path(entry.path), status))
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(Path(entry.path))
    # Deeper ones last, whatever the order of listing was.
    return sorted(found, key=lambda item: len(item[0].parts))


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except PermissionError:
        # The tool has removed its permissions.
        folder.chmod(0o700)
        with os.scandir(folder) as entries:
            return list(entries)


def _remove(path: Path, *, is_folder: bool) -> None:
    with suppress(OSError):
        if is_folder:
            path.rmdir()
        else:
            path.unlink()
