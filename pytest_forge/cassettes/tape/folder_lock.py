"""A lock on a folder, held while one of its files is replaced; the kernel releases it when the process ends.

It is the folder itself that is locked, so that nothing is left behind, and no lock can be stale.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..foreign.document import CassetteError

__all__ = ["locked_folder"]

_PATIENCE_S = 60.0
_PAUSE_S = 0.005


@contextmanager
def locked_folder(folder: Path, *, patience_s: float = _PATIENCE_S) -> Iterator[int]:
    """Hold the lock of *folder* and yield its descriptor; it excludes other processes and other threads.

    Raises:
        CassetteError: If it is held elsewhere for longer than *patience_s*, or the file system does not support locks.
        OSError: If the folder cannot be opened.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(descriptor, folder, patience_s)
        # Closing it releases the lock.
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: Path, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES, errno.EINTR):
                raise CassetteError(
                    f"The folder {str(folder)!r} cannot be locked ({error.strerror}). "
                    "Record on a local disk, where workers cannot overwrite one another."
                ) from None
        else:
            return
        if time.monotonic() >= until:
            raise CassetteError(
                f"The folder {str(folder)!r} has been locked by another process for {patience_s:g} s. "
                "End the recorder that hangs, and record again."
            )
        time.sleep(_PAUSE_S)
