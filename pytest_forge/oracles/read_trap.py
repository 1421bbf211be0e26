"""ReadTrap: tells which files and folders were read, by the time of their last access.

Opening alone does not trip it, and neither does a look at a name's status: a tool may open a file, verify through the
descriptor where it ended up, and refuse. Reading trips it whoever does it, native code and child processes included.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ReadTrap"]

#: Before every time of change, so that the kernel's "relatime" rule records the next read.
_LONG_AGO_NS = 1_000_000_000 * 10**9


class ReadTrap:
    """Tells which of some files and folders were read since they were armed."""

    def __init__(self) -> None:
        self._armed: dict[Path, int] = {}

    @staticmethod
    def works_in(folder: Path) -> bool:
        """Tell whether the file system of *folder* keeps times of access; one mounted ``noatime`` does not."""
        with tempfile.NamedTemporaryFile(dir=folder) as probe:
            probe.write(b"probe")
            probe.flush()
            path = Path(probe.name)
            trap = ReadTrap()
            trap.arm([path])
            path.read_bytes()
            return path in trap.tripped()

    def arm(self, paths: Iterable[Path]) -> None:
        """Watch *paths* from now on, besides those already watched, which are armed again; links are not followed."""
        for path in {*self._armed, *paths}:
            try:
                status = path.lstat()
                os.utime(path, ns=(_LONG_AGO_NS, status.st_mtime_ns), follow_symlinks=False)
                self._armed[path] = status.st_ino
            except OSError:
                # It is gone, which is for the tree to tell.
                self._armed.pop(path, None)

    def tripped(self) -> list[Path]:
        """Return what has been read since it was armed, by path; what is gone or was replaced is left out."""
        return sorted(path for path, inode in self._armed.items() if _was_read(path, inode))

    def disarm(self) -> None:
        """Watch nothing any more."""
        self._armed.clear()


def _was_read(path: Path, inode: int) -> bool:
    try:
        status = path.lstat()
    except OSError:
        return False
    return status.st_ino == inode and status.st_atime_ns != _LONG_AGO_NS
