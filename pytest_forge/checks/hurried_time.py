"""Hurried time: sleeping that takes no time, so that a tool that only waits is told from one that hangs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["HURRIED_S", "hurried_time"]

#: Seconds that may be slept through in no time; what sleeps longer sleeps for real.
HURRIED_S = 20.0


@contextmanager
def hurried_time() -> Iterator[None]:
    """Let ``time.sleep`` return at once, and the clocks of `time` go on as if it had not, up to `HURRIED_S` in all.

    Retries with growing pauses are the usual reason to sleep, and no defect.
    """
    skipped = 0.0
    sleep = time.sleep

    def hurry(seconds: float) -> None:
        nonlocal skipped
        if 0 <= seconds <= HURRIED_S - skipped:
            skipped += seconds
        else:
            sleep(seconds)

    def advanced(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + skipped

    patched: list[tuple[Any, str, Any]] = []
    for module in list(sys.modules.values()):
        # Also where a tool's module has imported it by name.
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is sleep and module.__name__ != __name__:
                patched.append((module, name, value))
                setattr(module, name, hurry)
    for name in ("monotonic", "perf_counter", "time"):
        patched.append((time, name, getattr(time, name)))
        setattr(time, name, advanced(getattr(time, name)))
    try:
        yield
    finally:
        for module, name, value in patched:
            setattr(module, name, value)
