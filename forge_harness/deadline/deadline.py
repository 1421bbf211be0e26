"""Deadlines: run work, sync or async, for a limited time, or until a run is cancelled.

Coroutines run on an event loop in the background, so the core stays synchronous. Sync work with a limit runs on a
thread.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable
from types import GeneratorType
from typing import Any, TypeVar, cast

from .event_loops import AsyncCall, is_on_event_loop, offer
from .thread_pool import DeadlineError, cancelled_of_run, start, wait
from .time_left import limited

__all__ = ["is_awaitable", "run_with_deadline", "settle"]

T = TypeVar("T")


def run_with_deadline(
    work: Callable[[], Any],
    timeout_s: float | None,
    *,
    then: Callable[[Any], Any] | None = None,
    shares_loop: Callable[[], bool] | None = None,
) -> Any:
    """Return what *work* returns, awaited if it is awaitable.

    Without a limit, sync work runs on the calling thread. With one, it runs on another thread, of the current
    `ThreadPool` if there is one. That thread is left behind when the deadline passes, since Python cannot stop it.

    Args:
        work: Called without arguments.
        timeout_s: Seconds, or None for no limit.
        then: Called with the result, within the same limit; its return value takes the place of the result.
        shares_loop: Tells whether async work may need the event loop that other work ran on; None for yes.

    Raises:
        DeadlineError: If the deadline passed first.
        CallCancelledError: If the run was cancelled first.
    """
    if timeout_s is None:
        return _finish(work, None, then, shares_loop)
    with limited(timeout_s) as limit:
        started = start(lambda: _finish(work, timeout_s, then, shares_loop))
    try:
        return started.result(timeout_s, cancelled_of_run())
    except BaseException:
        limit.is_given_up = True
        raise


def _finish(
    work: Callable[[], Any],
    timeout_s: float | None,
    then: Callable[[Any], Any] | None,
    shares_loop: Callable[[], bool] | None,
) -> Any:
    value = work()
    if is_awaitable(value):
        value = settle(value, timeout_s, shares_loop=shares_loop is None or shares_loop())
    return value if then is None else then(value)


def is_awaitable(value: Any) -> bool:
    """Tell whether *value* can be awaited."""
    # The type is asked, as the interpreter does. `inspect.isawaitable` is far slower, and only generators need it.
    kind = type(value)
    return hasattr(kind, "__await__") or (kind is GeneratorType and inspect.isawaitable(value))


def settle(awaitable: Awaitable[T], timeout_s: float | None, *, shares_loop: bool = True) -> T:
    """Return the result of *awaitable*, run on an event loop in the background.

    Args:
        awaitable: The work.
        timeout_s: Seconds, or None for no limit.
        shares_loop: Whether it may need the event loop that other work ran on.

    Raises:
        DeadlineError: If the deadline passed first; the coroutine is cancelled.
        CallCancelledError: If the run was cancelled first; the coroutine is, too.
    """
    call = AsyncCall(awaitable, shares_loop=shares_loop)
    if is_on_event_loop():
        import asyncio  # only async tools need it

        # The caller blocks the shared loop while it waits, so the call cannot run there.
        start(lambda: asyncio.run(call.live())).result(timeout_s, cancelled_of_run())
        return cast("T", call.outcome())
    try:
        _wait_for(call, timeout_s, cancelled_of_run())
    except BaseException:
        call.give_up()
        raise
    return cast("T", call.outcome())


def _wait_for(call: AsyncCall, timeout_s: float | None, is_cancelled: Callable[[], bool] | None) -> None:
    """Run *call*, on another loop if the first leaves it waiting, and wait for its end."""
    ends = None if timeout_s is None else time.monotonic() + timeout_s
    blocked_after_s = (
        _BLOCKED_AFTER_S if timeout_s is None else max(_LEAST_BLOCKED_AFTER_S, min(_BLOCKED_AFTER_S, timeout_s / 4))
    )
    while True:
        loop = offer(call)
        left_s = None if ends is None else ends - time.monotonic()
        try:
            wait(call.done, blocked_after_s if left_s is None else min(left_s, blocked_after_s), is_cancelled)
            return
        except DeadlineError:
            if call.has_begun:
                break
            loop.is_held_up = True
            if ends is not None and ends <= time.monotonic():
                raise DeadlineError(timeout_s) from None
    try:
        wait(call.done, None if ends is None else ends - time.monotonic(), is_cancelled)
    except DeadlineError:
        raise DeadlineError(timeout_s) from None


#: Seconds after which a loop that has not begun a call counts as blocked by another call.
_BLOCKED_AFTER_S = 0.2

#: The same for calls with a short timeout; on a busy machine, a shorter wait proves nothing.
_LEAST_BLOCKED_AFTER_S = 0.05
