"""Event loops of async tools: a shared one, spare ones for when it is blocked, and private ones.

Tools share a loop because clients, locks and queues are bound to it. No tool can end it: when a task exits or stops the
loop, the others go on. A tool that blocks delays the calls that already run on the loop; later calls go to a spare loop
until the shared one answers again. A call that shares nothing has a loop to itself while it lasts, so it neither delays
other calls nor is delayed.
"""

from __future__ import annotations

import contextvars
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from .outcome import Outcome

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncCall", "EventLoop", "is_on_event_loop", "offer"]

log = logging.getLogger(__name__)


class AsyncCall(Outcome):
    """An awaitable for an event loop to run.

    Args:
        awaitable: The work.
        shares_loop: Whether it may need the loop that other calls ran on.

    Attributes:
        shares_loop: As given.
        has_ended: Whether it has ended.
    """

    __slots__ = (
        "_awaitable",
        "_before_end",
        "_claim",
        "_is_given_up",
        "_task",
        "has_ended",
        "shares_loop",
    )

    def __init__(self, awaitable: Awaitable[Any], *, shares_loop: bool = True) -> None:
        super().__init__()
        self.shares_loop = shares_loop
        self._awaitable = awaitable
        # It may be offered to several loops; the first to acquire this runs it.
        self._claim = threading.Lock()
        self._task: asyncio.Task[None] | None = None
        self._is_given_up = False
        self._before_end: Callable[[AsyncCall], object] = _ignore
        self.has_ended = False

    @property
    def has_begun(self) -> bool:
        """Whether a loop has taken it, or it was given up before."""
        return self._claim.locked()

    def begin(self, before_end: Callable[[AsyncCall], object]) -> asyncio.Task[None] | None:
        """Start on the running loop and return the task; None if another loop has it.

        *before_end* is called with it before the waiting thread is woken.
        """
        if not self._claim.acquire(blocking=False):
            return None
        import asyncio  # a fifth of the harness's weight, and only async tools need it

        self._before_end = before_end
        self._task = asyncio.get_running_loop().create_task(self.live())
        if self._is_given_up:
            self._task.cancel()
        return self._task

    async def live(self) -> None:
        """Run to the end; the value or the error is kept for `outcome`."""
        _is_on_loop.set(True)
        try:
            self._value = await self._awaitable
        except (SystemExit, KeyboardInterrupt) as error:
            # It must not end the process; the wrapper tells it from an exit of the process itself.
            self._error = BaseExceptionGroup("ended by the coroutine", [error])
        except BaseException as error:  # noqa: BLE001  # raised again on the waiting thread
            self._error = error
        # Announced here: a callback would wait for a loop that is blocked.
        self._end()

    def lose(self, loop: asyncio.AbstractEventLoop) -> None:
        """End with an error if it ran on *loop*, which is broken."""
        if self._task is not None and self._task.get_loop() is loop and not self.has_ended:
            self._error = RuntimeError("The event loop was lost.")
            self._end()

    def _end(self) -> None:
        self._before_end(self)
        self.has_ended = True
        self.done.release()

    def give_up(self) -> None:
        """Cancel it; if it has not begun, it never will."""
        self._is_given_up = True
        if self._claim.acquire(blocking=False):
            if isinstance(self._awaitable, Coroutine):
                # Or Python would warn that it was never awaited.
                self._awaitable.close()
        elif self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)


def _ignore(_: AsyncCall) -> None:
    """Stand in for a loop, for a call that none of ours runs."""


class EventLoop:
    """An event loop on a thread of its own, which no tool can end.

    Attributes:
        is_held_up: Whether it has left a call waiting; false again when it answers.
        is_lost: Whether it is broken.
    """

    def __init__(self) -> None:
        self.is_held_up = False
        self.is_lost = False
        import asyncio  # as above

        self._loop = asyncio.new_event_loop()
        # Offered and not ended.
        self._calls: set[AsyncCall] = set()
        threading.Thread(target=self._live, name="forge-async-tools", daemon=True).start()

    def offer(self, call: AsyncCall) -> None:
        """Let *call* begin here, in the context of the caller, unless another loop is faster."""
        self._calls.add(call)
        self._loop.call_soon_threadsafe(self._begin, call)

    @property
    def is_taken(self) -> bool:
        """Whether it was offered a call that has not ended."""
        return bool(self._calls)

    def _begin(self, call: AsyncCall) -> None:
        self.is_held_up = False
        task = call.begin(before_end=self._calls.discard)
        if task is None:
            self._calls.discard(call)
        else:
            # A task that is cancelled before its first step does not announce its end.
            task.add_done_callback(lambda _: self._calls.discard(call))

    def _live(self) -> None:
        try:
            while not self._loop.is_closed():
                try:
                    self._loop.run_forever()
                except (SystemExit, KeyboardInterrupt):
                    # It was raised by a task, which keeps it for its awaiter; the loop can go on.
                    log.debug("A task of an async tool tried to end the process.", exc_info=True)
        except Exception as error:  # noqa: BLE001  # its selector is gone, for example: a tool has closed every descriptor
            log.warning("The event loop of async tools broke down with %s.", type(error).__name__)
        self.is_lost = True
        for call in list(self._calls):
            call.lose(self._loop)


def is_on_event_loop() -> bool:
    """Tell whether the caller runs on an event loop of ours, which it would block by waiting for it."""
    return _is_on_loop.get()


def offer(call: AsyncCall) -> EventLoop:
    """Offer *call* to the first loop that answers, and return that loop."""
    return _loops.offer(call)


_is_on_loop: contextvars.ContextVar[bool] = contextvars.ContextVar("forge_is_on_loop", default=False)


class _EventLoops:
    """The loops of this process, the shared one first; started when they are needed, and again after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shared: list[EventLoop] = []
        self._private: list[EventLoop] = []
        self._pid = 0

    def offer(self, call: AsyncCall) -> EventLoop:
        with self._lock:
            if self._pid != os.getpid():
                self._shared, self._private, self._pid = [], [], os.getpid()
            self._shared = [loop for loop in self._shared if not loop.is_lost]
            self._private = [loop for loop in self._private if not loop.is_lost]
            loops = self._shared
            chosen = None
            if not call.shares_loop:
                chosen = next((loop for loop in self._private if not loop.is_taken), None)
                if chosen is not None or len(self._private) < _MOST_PRIVATE:
                    loops = self._private
            if chosen is None and loops is self._shared:
                chosen = next((loop for loop in loops if not loop.is_held_up), None)
            if chosen is not None:
                try:
                    chosen.offer(call)
                except RuntimeError:
                    # A tool has closed it a moment ago.
                    chosen.is_lost = True
                else:
                    return chosen
            chosen = EventLoop()
            loops.append(chosen)
            chosen.offer(call)
        return chosen


#: Threads and descriptors that calls of their own may take; above it they use the shared loop.
_MOST_PRIVATE = 32

_loops = _EventLoops()
