"""Hurried time: sleeping that takes no time, so that a tool that only waits is told from one that hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...oracles.module_places import module_places

__all__ = ["HURRIED_S", "hurried_time"]

#: Seconds that may be slept through in no time; what sleeps longer sleeps for real.
HURRIED_S = 20.0


@contextmanager
def hurried_time(*, everywhere: bool = True, most_s: float = HURRIED_S, ahead_s: float = 0.0) -> Iterator[None]:
    """Let ``time.sleep`` return at once, and the clocks of `time` go on as if it had not, up to *most_s* in all.

    Retries with growing pauses are the usual reason to sleep, and no defect.

    Args:
        everywhere: Whether threads that are started meanwhile are hurried too, and not only the one that calls this.
        most_s: Seconds that may be slept through.
        ahead_s: Seconds by which the clocks are ahead from the start: those that calls before have slept through.
    """
    skipped = 0.0
    sleep = time.sleep
    here = threading.current_thread()

    def hurry(seconds: float) -> None:
        nonlocal skipped
        is_meant = everywhere or threading.current_thread() is here
        if is_meant and 0 <= seconds <= most_s - skipped:
            skipped += seconds
        else:
            sleep(seconds)

    def advanced(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + ahead_s + skipped

    patched: list[tuple[Any, str, Any]] = []
    # Also where a tool's module has imported it by name.
    for module, name in module_places(sleep, leave_out=__name__):
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
