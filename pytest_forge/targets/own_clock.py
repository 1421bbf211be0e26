"""The clock of one's own time: it stands still while others have the processors.

A limit by the wall clock means less work on a busy machine, and so other findings than on a quiet one. Waiting for a
file, a lock or a pause counts; waiting in the queue for a processor does not, where Linux tells of it.
Reference: https://docs.kernel.org/scheduler/sched-stats.html, /proc/<pid>/schedstat
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

__all__ = ["own_time", "pass_over", "starved_s"]

_MAX_LENGTH = 96

#: The descriptor of the file about this process; -1 where there is none.
_descriptor = -1
#: What the processes before this one had waited when each was copied, and what else was passed over.
_inherited_s = 0.0
_at_fork_s = 0.0


def own_time() -> float:
    """Return the seconds of the monotonic clock, less those that this process's main thread was kept from running."""
    return time.clock_gettime(time.CLOCK_MONOTONIC) - _starved_here()


def starved_s(path: str) -> float:
    """Return for how many seconds a thread has been kept from running; 0 if nobody knows.

    Args:
        path: Its file, such as ``/proc/<pid>/task/<tid>/schedstat``.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # asked many times a second
            return _read(file.read(_MAX_LENGTH))
    except OSError:
        return 0.0


def pass_over(seconds: float) -> None:
    """Let the clock stand still for seconds that have passed: what this process waited for was kept from running."""
    global _inherited_s  # everybody here reads one clock
    _inherited_s += seconds


def _starved_here() -> float:
    try:
        return _inherited_s + (_read(os.pread(_descriptor, _MAX_LENGTH, 0)) if _descriptor >= 0 else 0.0)
    except OSError:
        # A tool may close what it has not opened.
        return _inherited_s


def _before_fork() -> None:
    """Note what was waited, so that the clock of a copy goes on where this one stands."""
    global _at_fork_s  # read in the copy
    _at_fork_s = _starved_here()


def _after_fork() -> None:
    global _inherited_s  # the system counts from nought again
    _inherited_s = _at_fork_s
    _open()


def _open() -> None:
    """Open the file about this process, and keep it open: to open one is an event, which others listen for."""
    global _descriptor  # a copy of the process has another one
    if _descriptor >= 0:
        with suppress(OSError):
            os.close(_descriptor)
    try:
        _descriptor = os.open("/proc/self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        _descriptor = -1


def _read(text: bytes) -> float:
    parts = text.split()
    return int(parts[1]) / 1e9 if len(parts) == 3 and parts[1].isdigit() else 0.0


_open()
os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
