"""What a tool's code may ask about its own call: the seconds left, and whether anybody still waits for it.

A thread whose call was given up runs on, since Python cannot stop it. Code that loops, waits or starts a program asks
here, so that it ends with its call.
"""

from __future__ import annotations

import contextvars
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .thread_pool import cancelled_of_run

__all__ = ["Limit", "is_cancelled", "limited", "seconds_left"]


class Limit:
    """The deadline of some work, within the deadline of the work around it.

    Attributes:
        ends: When it passes, on the monotonic clock; that of the work around it if it is sooner.
        around: The limit of the work around it.
        is_given_up: Whether the caller has stopped waiting.
    """

    __slots__ = ("around", "ends", "is_given_up")

    def __init__(self, timeout_s: float, around: Limit | None) -> None:
        ends = time.monotonic() + timeout_s
        self.ends: float = ends if around is None else min(ends, around.ends)
        self.around = around
        self.is_given_up = False

    def has_passed(self) -> bool:
        """Tell whether nobody waits for the work any more."""
        return (
            self.is_given_up or self.ends <= time.monotonic() or (self.around is not None and self.around.has_passed())
        )


@contextmanager
def limited(timeout_s: float) -> Iterator[Limit]:
    """Give the work that is started inside it a limit of *timeout_s* seconds."""
    limit = Limit(timeout_s, _limit.get())
    token = _limit.set(limit)
    try:
        yield limit
    finally:
        _limit.reset(token)


_limit: contextvars.ContextVar[Limit | None] = contextvars.ContextVar("forge_limit", default=None)


def seconds_left() -> float | None:
    """Return the seconds until the call that this code runs in is given up, 0.0 at least; None without a limit.

    It is the smallest of the tool's own ``timeout_s``, the limit of the dispatcher or the run, and those of calls
    around this one. Threads see it if they have the context of the call, as those of `asyncio.to_thread` do.
    """
    limit = _limit.get()
    if limit is None or limit.ends == float("inf"):
        return None
    return max(0.0, limit.ends - time.monotonic())


def is_cancelled() -> bool:
    """Tell whether nobody waits for the call that this code runs in: its run was cancelled, or its deadline passed."""
    limit, of_run = _limit.get(), cancelled_of_run()
    return (limit is not None and limit.has_passed()) or (of_run is not None and of_run())
