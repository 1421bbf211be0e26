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
from ..strategies.workspace_files import planted_contents

# Paths are texts, and calls those of the system: this runs before each check.
# ruff: noqa: PTH101, PTH103

__all__ = ["KeptWorld"]

#: Larger files are left as they are.
_MAX_BYTES = 1 << 22
#: What a file of SQLite begins with, and the smallest size of its pages.
_DATABASE, _PAGE = b"SQLite format 3\0", 512


class KeptWorld:
    """The state of the sandbox after the target was loaded.

    Args:
        sandbox: The world it lives in.

    Attributes:
        has_removed_database: Whether the last restoration has removed a database that is none of our ordinary files. A
            process may have it open: it then refuses every change.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.has_removed_database = False
        self._sandbox = sandbox
        self._folders: list[str] = []
        self._files: dict[str, bytes] = {}
        self._kept: dict[str, int] = {}
        # Of files that hold what they held: a look at it is enough.
        self._statuses: dict[str, tuple[int, ...]] = {}

    @property
    def paths(self) -> Set[str]:
        """The paths that are kept."""
        return self._kept.keys()

    def remember(self) -> None:
        """Take the present state as the one to restore."""
        self._folders, self._files = [], {}
        self._kept = {}
        for path, status in self._entries():
            self._kept[path] = stat.S_IFMT(status.st_mode)
            if stat.S_ISDIR(status.st_mode):
                self._folders.append(path)
            elif stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_BYTES:
                with suppress(OSError):
                    self._files[path] = Path(path).read_bytes()
                    self._statuses[path] = _marks(status)

    def restore(self) -> bool:
        """Restore the remembered state; unchanged files are not rewritten.

        Returns:
            Whether nothing else is left.
        """
        output = str(self._sandbox.output)
        self.has_removed_database = False
        entries = self._entries()
        now = {path: _marks(status) for path, status in entries}
        ours = {f"{self._sandbox.workspace}/{name}" for name in planted_contents()}
        for path, status in reversed(entries):
            if self._kept.get(path) != stat.S_IFMT(status.st_mode):
                if path not in ours and _is_database(path, status):
                    self.has_removed_database = True
                _remove(path, is_folder=stat.S_ISDIR(status.st_mode))
        for folder in self._folders:
            os.makedirs(folder, exist_ok=True)
        for path, content in self._files.items():
            if path == output or now.get(path) == self._statuses.get(path):
                continue
            with suppress(OSError):
                file = Path(path)
                if not file.is_file() or file.read_bytes() != content:
                    file.write_bytes(content)
                self._statuses[path] = _marks(os.lstat(path))
        return all(path in self._kept for path, _ in self._entries())

    def _entries(self) -> list[tuple[str, os.stat_result]]:
        """Return what is in the sandbox, without the ordinary files that are set aside."""
        return _entries(str(self._sandbox.root), leave_out=str(self._sandbox.parked))


def _marks(status: os.stat_result) -> tuple[int, ...]:
    """Return what differs once a file has changed; a program cannot set the last."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _entries(root: str, *, leave_out: str) -> list[tuple[str, os.stat_result]]:
    """Return everything below *root* but one folder, each folder before what is in it; links are not followed."""
    found: list[tuple[str, os.stat_result]] = []
    waiting = [root]
    while waiting:
        try:
            listed = _listed(waiting.pop())
        except OSError:
            continue
        for entry in listed:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if entry.path == leave_out and stat.S_ISDIR(status.st_mode):
                    continue
                found.append((entry.path, status))
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(entry.path)
    return found


def _listed(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except PermissionError:
        # The tool has removed its permissions.
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            return list(entries)


def _is_database(path: str, status: os.stat_result) -> bool:
    # A look into each file would take time: a database is a number of pages.
    if not stat.S_ISREG(status.st_mode) or not status.st_size or status.st_size % _PAGE:
        return False
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123
        return file.read(len(_DATABASE)) == _DATABASE
    return False


def _remove(path: str, *, is_folder: bool) -> None:
    with suppress(OSError):
        (os.rmdir if is_folder else os.unlink)(path)
