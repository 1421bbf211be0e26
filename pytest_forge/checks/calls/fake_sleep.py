"""Fake sleep: pauses that take no time, to tell a tool that only waits from one that hangs."""

from __future__ import annotations

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
    """Make ``time.sleep`` return at once and the clocks of `time` advance by the pause, up to *most_s* in all.

    Retries with growing pauses are the usual reason to sleep, and not a defect.

    Args:
        everywhere: Whether this applies to threads started meanwhile as well, not only to the calling thread.
        most_s: Seconds of sleep that are skipped.
        ahead_s: Seconds by which the clocks are ahead at the start: the sleep that earlier calls have skipped.
    """
    skipped = 0.0
    sleep = time.sleep
    here = threading.current_thread()

    def skip(seconds: float) -> None:
        nonlocal skipped
        is_meant = everywhere or threading.current_thread() is here
        if is_meant and 0 <= seconds <= most_s - skipped:
            skipped += seconds
        else:
            sleep(seconds)

    def advanced(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + ahead_s + skipped

    patched: list[tuple[Any, str, Any]] = []
    # Modules of the tool may have imported it by name.
    places = module_places(sleep, leave_out=__name__)
    for module, name in places:
        patched.append((module, name, sleep))
        setattr(module, name, skip)
    add_stand_in(skip, places)
    for name in ("monotonic", "perf_counter", "time"):
        patched.append((time, name, getattr(time, name)))
        setattr(time, name, advanced(getattr(time, name)))
    try:
        yield
    finally:
        remove_stand_in(skip)
        for module, name, value in patched:
            setattr(module, name, value)
