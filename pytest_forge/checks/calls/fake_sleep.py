"""Fake sleep: pauses that take no time, to tell a tool that only waits from one that hangs."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...oracles.module_places import add_stand_in, module_places, remove_stand_in

__all__ = ["SKIPPED_S", "fake_sleep"]

#: Seconds of sleep that are skipped; longer sleeps are real.
SKIPPED_S = 20.0


@contextmanager
def fake_sleep(*, everywhere: bool = True, most_s: float = SKIPPED_S, ahead_s: float = 0.0) -> Iterator[None]:
    """Make the sleeps of `time` and `asyncio` return at once, and the clocks of `time` advance by them, up to *most_s*.

    Retries with growing pauses are the usual reason to sleep, and not a defect.

    Args:
        everywhere: Whether this applies to threads started meanwhile as well, not only to the calling thread.
        most_s: Seconds of sleep that are skipped.
        ahead_s: Seconds by which the clocks are ahead at the start: the sleep that earlier calls have skipped.
    """
    skipped = 0.0
    sleep, sleep_async = time.sleep, asyncio.sleep
    here = threading.current_thread()

    def is_skipped(seconds: float) -> bool:
        nonlocal skipped
        is_meant = everywhere or threading.current_thread() is here
        if not is_meant or not 0 <= seconds <= most_s - skipped:
            return False
        skipped += seconds
        return True

    def skip(seconds: float) -> None:
        if not is_skipped(seconds):
            sleep(seconds)

    async def skip_async(delay: float, result: Any = None) -> Any:
        return await sleep_async(0 if is_skipped(delay) else delay, result)

    def advanced(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + ahead_s + skipped

    patched: list[tuple[Any, str, Any]] = []
    # Modules of the tool may have imported it by name.
    stand_ins: tuple[tuple[Any, Any], ...] = ((sleep, skip), (sleep_async, skip_async))
    for function, stand_in in stand_ins:
        places = module_places(function, leave_out=__name__)
        for module, name in places:
            patched.append((module, name, function))
            setattr(module, name, stand_in)
        add_stand_in(stand_in, places)
    for name in ("monotonic", "perf_counter", "time"):
        patched.append((time, name, getattr(time, name)))
        setattr(time, name, advanced(getattr(time, name)))
    try:
        yield
    finally:
        for _, stand_in in stand_ins:
            remove_stand_in(stand_in)
        for module, name, value in patched:
            setattr(module, name, value)
