"""ReadWatch: the files that any process reads, as reported by Linux (inotify).

Opening a file, asking for its status and mapping it into memory are not seen. Unlike `ReadTrap` it does not change the
files, and works without access times.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = ["ReadWatch"]

_IN_ACCESS = 0x00000001
#: The watch, the event mask, a cookie, and the length of a name, which is 0 for files.
_EVENT = struct.Struct("iIII")
_BUFFER = 1 << 16


class ReadWatch:
    """Records which of some files are read while it is entered; sees nothing on systems other than Linux.

    The file is watched, not its name: reads through links are seen too.

    Args:
        paths: Files; missing ones are skipped.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = list(paths)
        self._descriptor = -1
        self._watched: dict[int, list[Path]] = {}

    @property
    def is_seeing(self) -> bool:
        """Whether any file is watched; without a watch, a file cannot be called unread."""
        return bool(self._watched)

    def __enter__(self) -> ReadWatch:
        system = _system()
        if system is None:
            return self
        self._descriptor = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._descriptor < 0:
            # The user's limit is reached; nothing is seen then.
            return self
        for path in self._paths:
            watch = system.inotify_add_watch(self._descriptor, os.fsencode(path), _IN_ACCESS)
            if watch >= 0:
                # Two names of one file share a watch.
                self._watched.setdefault(watch, []).append(path)
        return self

    def __exit__(self, *_: object) -> None:
        self._watched.clear()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def read(self) -> list[Path]:
        """Return the paths read since the last call, in the order given."""
        found: set[Path] = set()
        while self._watched and (events := self._next_events()):
            start = 0
            while start < len(events):
                watch, mask, _, length = _EVENT.unpack_from(events, start)
                start += _EVENT.size + length
                if mask & _IN_ACCESS:
                    found.update(self._watched.get(watch, ()))
        return [path for path in self._paths if path in found]

    def _next_events(self) -> bytes:
        try:
            return os.read(self._descriptor, _BUFFER)
        except BlockingIOError:
            return b""


def _system() -> Any:
    """Return the C library, or None without inotify."""
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL(None, use_errno=True)
        library.inotify_init1.argtypes = [ctypes.c_int]
        library.inotify_add_watch.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32]
    except (OSError, AttributeError):
        return None
    return library
