"""The time a process is kept waiting for a processor, and a clock that leaves it out.

A limit by the wall clock means less work on a busy machine, and so other findings than on an idle one. Waiting for a
file, a lock or a sleep counts; waiting in the queue for a processor does not, where Linux reports it.
Reference: https://docs.kernel.org/scheduler/sched-stats.html, /proc/<pid>/schedstat

own_time      the clock of this process
Starvation    the waiting of another process and its children
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["Starvation", "family", "own_time", "pass_over", "passing_over", "starved_s"]

_MAX_LENGTH = 96
_INTERVAL_S = 0.05
_MAX_PROCESSES = 40

#: The open file of this process, /proc/self/schedstat; -1 where the system has none.
_descriptor = -1
#: Waiting inherited at forks, plus what `pass_over` was given.
_inherited_s = 0.0
_at_fork_s = 0.0
#: The latest reading. The two clocks are read one after the other, so a reading could be a little below the last.
_latest_s = 0.0


def own_time() -> float:
    """Return the seconds of the monotonic clock, less those that this process's main thread was kept from running.

    It never goes back.
    """
    global _latest_s  # one clock for the whole process
    _latest_s = max(_latest_s, time.clock_gettime(time.CLOCK_MONOTONIC) - _starved_here())
    return _latest_s


def starved_s(path: str) -> float:
    """Return for how many seconds a thread has been kept from running; 0 if unknown.

    Args:
        path: Its file, such as ``/proc/<pid>/task/<tid>/schedstat``.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # asked many times a second
            return _read(file.read(_MAX_LENGTH))
    except OSError:
        return 0.0


def pass_over(seconds: float) -> None:
    """Set the clock back by *seconds*, in which a process that this one waited for was kept from running."""
    global _inherited_s  # the process has one clock
    _inherited_s += seconds


def _starved_here() -> float:
    try:
        return _inherited_s + (_read(os.pread(_descriptor, _MAX_LENGTH, 0)) if _descriptor >= 0 else 0.0)
    except OSError:
        # A tool may close descriptors that are not its own.
        return _inherited_s


def _before_fork() -> None:
    """Note the waiting so far: the clock of the child continues from it."""
    global _at_fork_s  # read in the child
    _at_fork_s = _starved_here()


def _after_fork() -> None:
    global _inherited_s  # the system counts from zero again
    _inherited_s = _at_fork_s
    _open()


def _open() -> None:
    """Open the file of this process and keep it open: each opening is an audit event, which monitors would see."""
    global _descriptor  # each process has its own
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


class Starvation:
    """Adds up how long a process and its descendants have waited for a processor.

    The threads are added up: in Python one of them runs at a time, and the others wait for it.

    Args:
        pid: The process.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._seen: dict[str, float] = {}
        self._due = 0.0

    def look(self) -> None:
        """Read the waiting of every thread; does nothing if the last look was just now. Call it while they live."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + _INTERVAL_S
            for path in (path for pid in family(self._pid) for path in _threads(pid)):
                self._seen[path] = max(self._seen.get(path, 0.0), starved_s(path))

    @property
    def seconds(self) -> float:
        """The waiting seen so far, of processes that have ended too."""
        return sum(self._seen.values())


def passing_over(pid: int) -> Callable[[float], None]:
    """Return a function that takes the seconds of a wait for *pid*, and passes over those in which it was starved."""
    waits = Starvation(pid)
    counted: float | None = None

    def tell(seconds: float) -> None:
        nonlocal counted
        # Only a process that takes long is worth the look.
        waits.look()
        if counted is not None:
            pass_over(min(waits.seconds - counted, seconds))
        counted = waits.seconds

    return tell


def _threads(pid: int) -> list[str]:
    try:
        return [f"/proc/{pid}/task/{thread}/schedstat" for thread in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    except OSError:
        return []


def family(pid: int) -> Iterator[int]:
    """Yield the id of a process and those of its descendants, up to a number."""
    waiting, count = [pid], 0
    while waiting and count < _MAX_PROCESSES:
        one = waiting.pop(0)
        count += 1
        yield one
        try:
            waiting += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except (OSError, ValueError):
            # The process is gone, or the kernel was built without this file.
            continue


_open()
os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
