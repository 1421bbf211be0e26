"""Starvation: how long a process was kept from running by others on the machine, its children included.

The threads of a process are added up: in Python one of them runs at a time, and the others wait for it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from .own_clock import starved_s

__all__ = ["Starvation"]

_INTERVAL_S = 0.05
_MAX_PROCESSES = 40


class Starvation:
    """Adds up how long a process, and those below it, have waited for a processor; to be looked at while they live.

    Args:
        pid: The process.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._seen: dict[str, float] = {}
        self._due = 0.0

    def look(self) -> None:
        """Look at every thread, if the last look is a while ago."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + _INTERVAL_S
            for path in (path for pid in _family(self._pid) for path in _threads(pid)):
                self._seen[path] = max(self._seen.get(path, 0.0), starved_s(path))

    @property
    def seconds(self) -> float:
        """What all of them have waited, as far as it was seen; those that ended count on."""
        return sum(self._seen.values())


def _threads(pid: int) -> list[str]:
    try:
        return [f"/proc/{pid}/task/{thread}/schedstat" for thread in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    except OSError:
        return []


def _family(pid: int) -> Iterator[int]:
    waiting, count = [pid], 0
    while waiting and count < _MAX_PROCESSES:
        one = waiting.pop(0)
        count += 1
        yield one
        try:
            waiting += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except (OSError, ValueError):
            # Gone, or a kernel that was built without that file.
            continue
