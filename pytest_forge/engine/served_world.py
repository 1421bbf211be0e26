"""ServedWorld: the sandbox as a server found it when it was up, to go back to between two checks.

A server has its folders open, keeps databases in them, and must not be robbed of what it made while it started.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from ..sandbox import Sandbox

__all__ = ["ServedWorld"]

#: Larger files are left as they are.
_MAX_BYTES = 1 << 22


class ServedWorld:
    """The sandbox as a server found it when it was up.

    Args:
        sandbox: The world it lives in.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._folders: list[Path] = []
        self._files: dict[Path, bytes] = {}
        self._kept: dict[Path, int] = {}

    def remember(self) -> None:
        """Take what lies there now as the state to go back to."""
        self._folders, self._files = [], {}
        self._kept = {}
        for path, status in _entries(self._sandbox.root):
            self._kept[path] = stat.S_IFMT(status.st_mode)
            if stat.S_ISDIR(status.st_mode):
                self._folders.append(path)
            elif stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_BYTES:
                with suppress(OSError):
                    self._files[path] = path.read_bytes()

    def restore(self) -> None:
        """Go back to the remembered state; files that were there keep their place on the disk."""
        for path, status in reversed(_entries(self._sandbox.root)):
            if self._kept.get(path) != stat.S_IFMT(status.st_mode):
                _remove(path, is_folder=stat.S_ISDIR(status.st_mode))
        for folder in self._folders:
            folder.mkdir(parents=True, exist_ok=True)
        for path, content in self._files.items():
            with suppress(OSError):
                if path != self._sandbox.output and (not path.is_file() or path.read_bytes() != content):
                    path.write_bytes(content)


def _entries(root: Path) -> list[tuple[Path, os.stat_result]]:
    """Return everything below *root*, each folder before what is in it; links are not followed."""
    found: list[tuple[Path, os.stat_result]] = []
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError:
            # Whoever made it has closed it.
            with suppress(OSError):
                folder.chmod(0o700)
            continue
        for entry in listed:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                found.append((Path(entry.path), status))
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(Path(entry.path))
    # Deeper ones last, whatever the order of the walk was.
    return sorted(found, key=lambda item: len(item[0].parts))


def _remove(path: Path, *, is_folder: bool) -> None:
    with suppress(OSError):
        if is_folder:
            path.rmdir()
        else:
            path.unlink()
