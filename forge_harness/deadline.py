"""Deadlines: run work, sync or async, for at most so many seconds.

Coroutines run on one background event loop, so that the core stays synchronous and async tools share their connections.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import os
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["DeadlineError", "StepTimeouts", "run_with_deadline", "settle"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StepTimeouts:
    """Seconds that each step of one call may take; None for no limit.

    Source: seed 004, "Each step has a configurable timeout".

    Attributes:
        look_up_s: Finding the tool.
        scopes_s: Asking the tool for its scopes.
        approval_s: The approval handler; past it, the call is rejected.
        decision_s: A person's decision on a deferred call; past it, the call is rejected.
        validate_s: Validating the arguments.
        run_s: The tool; its own ``timeout_s`` counts instead where it is shorter.
        record_s: Telling the subscribers of the event bus.
    """

    look_up_s: float | None = None
    scopes_s: float | None = None
    approval_s: float | None = None
    decision_s: float | None = 600.0
    validate_s: float | None = None
    run_s: float | None = None
    record_s: float | None = None


class DeadlineError(Exception):
    """The work did not finish in the seconds that ``args[0]`` tells; it may still be running."""


def run_with_deadline(work: Callable[[], Any], timeout_s: float | None) -> Any:
    """Return what *work* returns, awaited if it is awaitable.

    Without a limit, sync work runs on the calling thread. With one it runs on a thread of its own, which is left behind
    when the deadline passes, since Python cannot stop a thread.

    Args:
        work: Takes nothing.
        timeout_s: Seconds, or None for no limit.

    Raises:
        DeadlineError: If the deadline passed first.
    """
    if timeout_s is None:
        return _finish(work, None)
    return _wait(_in_thread(lambda: _finish(work, timeout_s)), timeout_s)


def _finish(work: Callable[[], Any], timeout_s: float | None) -> Any:
    value = work()
    return settle(value, timeout_s) if inspect.isawaitable(value) else value


def settle(awaitable: Awaitable[T], timeout_s: float | None) -> T:
    """Return the result of *awaitable*, run on the background event loop.

    Raises:
        DeadlineError: If the deadline passed first; the coroutine is cancelled.
    """
    if _is_on_loop.get():
        # Whoever blocks the shared loop in order to wait for us would wait for ever.
        future = _in_thread(lambda: asyncio.run(_await(awaitable)))
    else:
        future = asyncio.run_coroutine_threadsafe(_await(awaitable), _background.loop())
    try:
        return _wait(future, timeout_s)
    except DeadlineError:
        future.cancel()
        raise


def _wait(future: Future[T], timeout_s: float | None) -> T:
    # `wait` rather than `result(timeout)`: the work may raise a TimeoutError of its own, which is not our deadline.
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    if not done.wait(timeout_s):
        raise DeadlineError(timeout_s)
    return future.result()


def _in_thread(work: Callable[[], T]) -> Future[T]:
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()
    context = contextvars.copy_context()

    def target() -> None:
        try:
            future.set_result(context.run(work))
        except BaseException as error:  # noqa: BLE001  # carried to the caller, whatever it is
            future.set_exception(error)

    threading.Thread(target=target, name="forge-deadline", daemon=True).start()
    return future


_is_on_loop: contextvars.ContextVar[bool] = contextvars.ContextVar("forge_is_on_loop", default=False)


async def _await(awaitable: Awaitable[T]) -> T:
    _is_on_loop.set(True)
    try:
        return await awaitable
    except (SystemExit, KeyboardInterrupt) as error:
        # Either would stop the loop for everyone; the caller gets it back in a wrapper.
        raise BaseExceptionGroup("ended by the coroutine", [error]) from None


class _Background:
    """The event loop that async tools share, started on first use and again after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._pid = os.getpid()
                threading.Thread(target=self._loop.run_forever, name="forge-async-tools", daemon=True).start()
            return self._loop


_background = _Background()
