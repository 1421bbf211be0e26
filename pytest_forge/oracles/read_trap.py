"""ReadTrap: the files and folders that were read, by their access time.

Opening a file or asking for its status does not count: a tool may open a file, check its real path through the
descriptor, and refuse. Reads by native code and child processes count too.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ReadTrap"]

#: Older than any modification time: the kernel's "relatime" rule then records the next read.
_LONG_AGO_NS = 1_000_000_000 * 10**9


class ReadTrap:
    """Records which of some files and folders are read after they are armed."""

    def __init__(self) -> None:
        # By path as text: they are armed before each call, and Path objects would be most of the cost.
        self._armed: dict[str, int] = {}

    @staticmethod
    def works_in(folder: Path) -> bool:
        """Tell whether the file system of *folder* keeps access times; with ``noatime`` it does not."""
        with tempfile.NamedTemporaryFile(dir=folder) as probe:
            probe.write(b"probe")
            probe.flush()
            path = Path(probe.name)
            trap = ReadTrap()
            trap.arm([path])
            path.read_bytes()
            return path in trap.tripped()

    def arm(self, paths: Iterable[Path]) -> None:
        """Add *paths*, and arm all of them again; links are not followed."""
        for path in {*self._armed, *map(str, paths)}:
            try:
                status = os.lstat(path)
                # Setting a time is a change of the status, after which snapshots read the file again.
                if status.st_atime_ns != _LONG_AGO_NS:
                    os.utime(path, ns=(_LONG_AGO_NS, status.st_mtime_ns), follow_symlinks=False)
                self._armed[path] = status.st_ino
            except OSError:
                # Deleted entries are reported by `FileTree`.
                self._armed.pop(path, None)

    def tripped(self) -> list[Path]:
        """Return the paths read since they were armed, sorted; deleted and replaced ones are left out."""
        return sorted(Path(path) for path, inode in self._armed.items() if _was_read(path, inode))

    def disarm(self) -> None:
        """Forget all paths."""
        self._armed.clear()


def _was_read(path: str, inode: int) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return status.st_ino == inode and status.st_atime_ns != _LONG_AGO_NS
