"""Hurried time: sleeping that takes no time, so that a tool that only waits is told from one that hangs."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["HURRIED_S", "hurried_time"]

#: Seconds that may be slept through in no time; what sleeps longer sleeps for real.
HURRIED_S = 20.0


@contextmanager
def hurried_time(*, everywhere: bool = True) -> Iterator[None]:
    """Let ``time.sleep`` return at once, and the clocks of `time` go on as if it had not, up to `HURRIED_S` in all.

    Retries with growing pauses are the usual reason to sleep, and no defect.

    Args:
        everywhere: Whether threads that are started meanwhile are hurried too, and not only the one that calls this.
    """
    skipped = 0.0
    sleep = time.sleep
    here = threading.current_thread()

    def hurry(seconds: float) -> None:
        nonlocal skipped
        is_meant = everywhere or threading.current_thread() is here
        if is_meant and 0 <= seconds <= HURRIED_S - skipped:
            skipped += seconds
        else:
            sleep(seconds)

    def advanced(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + skipped

    patched: list[tuple[Any, str, Any]] = []
    for module, name in _places_of(sleep):
        # Also where a tool's module has imported it by name.
        patched.append((module, name, sleep))
        setattr(module, name, hurry)
    for name in ("monotonic", "perf_counter", "time"):
        patched.append((time, name, getattr(time, name)))
        setattr(time, name, advanced(getattr(time, name)))
    try:
        yield
    finally:
        for module, name, value in patched:
            setattr(module, name, value)


#: How many modules there were when they were searched last, and where among them ``sleep`` was found.
_searched: tuple[int, list[tuple[Any, str]]] = (0, [])


def _places_of(sleep: Callable[[float], None]) -> list[tuple[Any, str]]:
    global _searched  # every call of a tool needs it, and there are hundreds of modules
    if _searched[0] != len(sys.modules):
        found = [
            (module, name)
            for module in list(sys.modules.values())
            for name, value in list(getattr(module, "__dict__", {}).items())
            if value is sleep and module.__name__ != __name__
        ]
        _searched = (len(sys.modules), found)
    return [(module, name) for module, name in _searched[1] if getattr(module, name, None) is sleep]
