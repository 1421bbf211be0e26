"""Deadlines: run work, sync or async, for at most so many seconds, or until a run is cancelled.

Coroutines run on an event loop in the background, so that the core stays synchronous. Sync work under a limit runs on
a thread; starting one costs more than a whole turn of the loop, so that the calls of one run share a `Crew` of them.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import os
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from queue import SimpleQueue
from types import GeneratorType
from typing import Any, TypeVar, cast

from .errors import ToolError
from .event_loops import AsyncCall, is_on_event_loop, offer

__all__ = [
    "CallCancelledError",
    "Crew",
    "DeadlineError",
    "StepTimeouts",
    "Work",
    "is_awaitable",
    "run_with_deadline",
    "settle",
]

T = TypeVar("T")

_POLL_S = 0.05


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

    Raises:
        ValueError: If one of them is not a number above 0.
    """

    look_up_s: float | None = None
    scopes_s: float | None = None
    approval_s: float | None = None
    decision_s: float | None = 600.0
    validate_s: float | None = None
    run_s: float | None = None
    record_s: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            checked_seconds(getattr(self, field.name), field.name)


def checked_seconds(seconds: Any, what: str) -> float | None:
    """Return *seconds* if they are a time limit: a number above 0, or None for no limit.

    Raises:
        ValueError: If they are not; the message names *what*.
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # NaN is not above anything.
    if seconds is None or (is_number and seconds > 0):
        return cast("float | None", seconds)
    raise ValueError(f"{what}={seconds!r} is not a time limit. Give seconds above 0, or None for no limit.")


class DeadlineError(Exception):
    """The work did not finish in the seconds that ``args[0]`` tells; it may still be running."""


class CallCancelledError(ToolError):
    """The run was cancelled while the work went on; it may still be running."""

    def __init__(self) -> None:
        super().__init__(
            "The run was cancelled during this call. What it has done until then stays done.", code="Cancelled"
        )


class Work:
    """Work on another thread, and what became of it."""

    __slots__ = ("_context", "_done", "_error", "_value", "_work")

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._context = contextvars.copy_context()
        self._done = threading.Lock()
        self._done.acquire()
        self._value: Any = None
        self._error: BaseException | None = None

    def do(self, before_told: Callable[[], object] | None = None) -> None:
        """Do it, on the thread that calls; *before_told* is called before anybody hears of its end."""
        try:
            self._value = self._context.run(self._work)
        except BaseException as error:  # noqa: BLE001  # carried to the caller, whatever it is
            self._error = error
        if before_told is not None:
            before_told()
        self._done.release()

    def result(self, timeout_s: float | None = None, is_cancelled: Callable[[], bool] | None = None) -> Any:
        """Wait for its end, and return or raise what it did; asked once.

        Raises:
            DeadlineError: If the deadline passed first.
            CallCancelledError: If *is_cancelled* was true first.
        """
        _wait(self._done, timeout_s, is_cancelled)
        if self._error is None:
            return self._value
        try:
            raise self._error
        finally:
            # The error's traceback holds this frame, which would hold the error.
            self._error = None


class Crew:
    """Threads for the calls of one run: each is used again once its work is done, and all end with the run.

    Used as a context manager; whatever runs with a deadline inside of it, on any thread that has its context, uses it.
    A thread whose work was given up comes back when that ends, and is replaced until then.

    Args:
        is_cancelled: Asked while anybody waits; None for a run that nobody can cancel.
    """

    def __init__(self, is_cancelled: Callable[[], bool] | None = None) -> None:
        self.is_cancelled = is_cancelled
        self._lock = threading.Lock()
        # Threads put themselves back without the lock: `pop` and `append` of a list are atomic.
        self._idle: list[_Member] = []
        self._members: list[_Member] = []
        self._is_closed = False
        self._pid = os.getpid()
        self._token: contextvars.Token[Crew | None] | None = None

    def __enter__(self) -> Crew:
        self._token = _crew.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None  # noqa: S101  # `__enter__` set it
        _crew.reset(self._token)
        with self._lock:
            self._is_closed = True
            for member in self._members:
                member.tasks.put(None)
        for member in list(self._idle):
            # Nothing is left for it to do; whoever counts threads after the run finds none of ours.
            member.thread.join()

    def start(self, work: Callable[[], Any]) -> Work:
        """Have *work* done in a copy of the caller's context."""
        task = Work(work)
        # A tracer is only heard by threads that are new, and a fork leaves all threads behind.
        if threading.gettrace() is None and threading.getprofile() is None and self._pid == os.getpid():
            with self._lock:
                # Work that was given up may go on when the run is over.
                if not self._is_closed:
                    self._member().tasks.put(task)
                    return task
        _on_new_thread(task)
        return task

    def _member(self) -> _Member:
        if self._idle:
            return self._idle.pop()
        member = _Member(self._idle)
        member.thread.start()
        self._members.append(member)
        return member


class _Member:
    """One thread of a crew."""

    __slots__ = ("_idle", "tasks", "thread")

    def __init__(self, idle: list[_Member]) -> None:
        self._idle = idle
        self.tasks: SimpleQueue[Work | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._live, name="forge-tool", daemon=True)

    def _live(self) -> None:
        # Idle before the end is told: whoever hears of it finds this thread again.
        while (task := self.tasks.get()) is not None:
            task.do(before_told=self._rest)
            # Or the result would live as long as the thread waits.
            del task

    def _rest(self) -> None:
        self._idle.append(self)


_crew: contextvars.ContextVar[Crew | None] = contextvars.ContextVar("forge_crew", default=None)


def run_with_deadline(
    work: Callable[[], Any],
    timeout_s: float | None,
    *,
    then: Callable[[Any], Any] | None = None,
    shares_loop: Callable[[], bool] | None = None,
) -> Any:
    """Return what *work* returns, awaited if it is awaitable.

    Without a limit, sync work runs on the calling thread. With one it runs on another, of the `Crew` where there is
    one, which is left behind when the deadline passes, since Python cannot stop a thread.

    Args:
        work: Takes nothing.
        timeout_s: Seconds, or None for no limit.
        then: Called with the result, within the same limit; what it returns is returned instead.
        shares_loop: Asked of async work: whether it may need the event loop that other work ran on; None for yes.

    Raises:
        DeadlineError: If the deadline passed first.
        CallCancelledError: If the run was cancelled first.
    """
    if timeout_s is None:
        return _finish(work, None, then, shares_loop)
    return _start(lambda: _finish(work, timeout_s, then, shares_loop)).result(timeout_s, _is_cancelled())


def _start(work: Callable[[], Any]) -> Work:
    crew = _crew.get()
    if crew is not None:
        return crew.start(work)
    task = Work(work)
    _on_new_thread(task)
    return task


def _on_new_thread(task: Work) -> None:
    threading.Thread(target=task.do, name="forge-tool", daemon=True).start()


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
    # Asked of the type, as the interpreter does; `inspect.isawaitable` takes far longer, and knows more of generators.
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
        # Whoever blocks the shared loop in order to wait for us would wait for ever.
        _start(lambda: asyncio.run(call.live())).result(timeout_s, _is_cancelled())
        return cast("T", call.result())
    try:
        _wait_for(call, timeout_s, _is_cancelled())
    except BaseException:
        call.give_up()
        raise
    return cast("T", call.result())


def _wait_for(call: AsyncCall, timeout_s: float | None, is_cancelled: Callable[[], bool] | None) -> None:
    """Have *call* run, on another loop where one leaves it waiting, and wait for its end."""
    ends = None if timeout_s is None else time.monotonic() + timeout_s
    patience_s = _PATIENCE_S if timeout_s is None else max(_LEAST_PATIENCE_S, min(_PATIENCE_S, timeout_s / 4))
    while True:
        loop = offer(call)
        left_s = None if ends is None else ends - time.monotonic()
        try:
            _wait(call.done, patience_s if left_s is None else min(left_s, patience_s), is_cancelled)
            return
        except DeadlineError:
            if call.has_begun:
                break
            loop.is_held_up = True
            if ends is not None and ends <= time.monotonic():
                raise DeadlineError(timeout_s) from None
    try:
        _wait(call.done, None if ends is None else ends - time.monotonic(), is_cancelled)
    except DeadlineError:
        raise DeadlineError(timeout_s) from None


#: Seconds after which a loop that has not begun a call is held up by another one.
_PATIENCE_S = 0.2
#: The same for calls that have little time themselves: a busy machine is no sign of a loop that is held up.
_LEAST_PATIENCE_S = 0.05


def _is_cancelled() -> Callable[[], bool] | None:
    crew = _crew.get()
    return None if crew is None else crew.is_cancelled


def _wait(done: threading.Lock, timeout_s: float | None, is_cancelled: Callable[[], bool] | None) -> None:
    """Wait until *done* can be acquired."""
    if is_cancelled is None:
        if not done.acquire(timeout=-1 if timeout_s is None else min(max(timeout_s, 0), threading.TIMEOUT_MAX)):
            raise DeadlineError(timeout_s)
        return
    started = time.monotonic()
    while True:
        left = _POLL_S if timeout_s is None else started + timeout_s - time.monotonic()
        if done.acquire(timeout=max(0, min(left, _POLL_S))):
            return
        if left <= 0:
            raise DeadlineError(timeout_s)
        if is_cancelled():
            raise CallCancelledError
