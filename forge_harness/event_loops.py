"""Event loops of async tools: one that all of them share, and spare ones for the time in which it is held up.

Tools share a loop so that they can share what is bound to it: clients, locks, queues. None of them can end it: a task
that exits, or stops the loop, is survived by the others. A tool that blocks holds up what runs on the loop already;
later calls go to a spare loop until the shared one answers again.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import threading
from collections.abc import Awaitable, Coroutine
from typing import Any

__all__ = ["AsyncCall", "EventLoop", "is_on_event_loop", "offer"]

log = logging.getLogger(__name__)


class AsyncCall:
    """An awaitable that an event loop is to run, and what became of it.

    Attributes:
        done: Released once it has ended.
        has_ended: Whether it has.
    """

    __slots__ = ("_awaitable", "_claim", "_error", "_is_given_up", "_task", "_value", "done", "has_ended")

    def __init__(self, awaitable: Awaitable[Any]) -> None:
        self._awaitable = awaitable
        # It may be offered to several loops; whoever acquires this first has it.
        self._claim = threading.Lock()
        self._task: asyncio.Task[None] | None = None
        self._value: Any = None
        self._error: BaseException | None = None
        self._is_given_up = False
        self.has_ended = False
        self.done = threading.Lock()
        self.done.acquire()

    @property
    def has_begun(self) -> bool:
        """Whether a loop has taken it, or nobody may any more."""
        return self._claim.locked()

    def begin(self) -> asyncio.Task[None] | None:
        """Start on the running loop and return the task; None if another loop has it."""
        if not self._claim.acquire(blocking=False):
            return None
        self._task = asyncio.get_running_loop().create_task(self.live())
        if self._is_given_up:
            self._task.cancel()
        return self._task

    async def live(self) -> None:
        """Run to the end; whatever is raised is kept for `result`."""
        _is_on_loop.set(True)
        try:
            self._value = await self._awaitable
        except (SystemExit, KeyboardInterrupt) as error:
            # Not the process's own, and the wrapper says so to whoever asks for the result.
            self._error = BaseExceptionGroup("ended by the coroutine", [error])
        except BaseException as error:  # noqa: BLE001  # carried to the caller, whatever it is
            self._error = error
        # Told here rather than by a callback, which would wait for a loop that is held up.
        self._end()

    def fail(self, error: BaseException) -> None:
        """End with *error*, where the loop cannot say how it ended."""
        self._error = error
        self._end()

    def _end(self) -> None:
        self.has_ended = True
        self.done.release()

    def give_up(self) -> None:
        """Cancel it, or see to it that it never begins."""
        self._is_given_up = True
        if self._claim.acquire(blocking=False):
            if isinstance(self._awaitable, Coroutine):
                # Or Python would say that it was never awaited.
                self._awaitable.close()
        elif self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)

    def result(self) -> Any:
        """Return or raise what it did; asked once, when it is done."""
        if self._error is None:
            return self._value
        try:
            raise self._error
        finally:
            # The error's traceback holds this frame, which would hold the error.
            self._error = None


class EventLoop:
    """An event loop on a thread of its own, which no tool can end.

    Attributes:
        is_held_up: Whether it has left a call waiting; false again when it answers.
        is_lost: Whether it can run nothing any more.
    """

    def __init__(self) -> None:
        self.is_held_up = False
        self.is_lost = False
        self._loop = asyncio.new_event_loop()
        self._calls: set[AsyncCall] = set()
        threading.Thread(target=self._live, name="forge-async-tools", daemon=True).start()

    def offer(self, call: AsyncCall) -> None:
        """Have *call* begin here, in the context of whoever calls this, unless another loop is faster."""
        self._loop.call_soon_threadsafe(self._begin, call)

    def _begin(self, call: AsyncCall) -> None:
        self.is_held_up = False
        task = call.begin()
        if task is not None:
            self._calls.add(call)
            task.add_done_callback(lambda _: self._calls.discard(call))

    def _live(self) -> None:
        try:
            while not self._loop.is_closed():
                try:
                    self._loop.run_forever()
                except (SystemExit, KeyboardInterrupt):
                    # A task has raised it, and has it for whoever awaits the task; the loop can go on.
                    log.debug("A task of an async tool tried to end the process.", exc_info=True)
        except Exception as error:  # noqa: BLE001  # its selector is gone, for example: a tool has closed every descriptor
            log.warning("The event loop of async tools broke down with %s.", type(error).__name__)
        self.is_lost = True
        for call in list(self._calls):
            if not call.has_ended:
                call.fail(RuntimeError("The event loop was lost."))


def is_on_event_loop() -> bool:
    """Tell whether the caller is run by an event loop of ours, which it would hold up by waiting for it."""
    return _is_on_loop.get()


def offer(call: AsyncCall) -> EventLoop:
    """Offer *call* to the first loop that answers, and return that loop."""
    return _loops.offer(call)


_is_on_loop: contextvars.ContextVar[bool] = contextvars.ContextVar("forge_is_on_loop", default=False)


class _EventLoops:
    """The loops of this process, the shared one first; started when they are needed, and again after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loops: list[EventLoop] = []
        self._pid = 0

    def offer(self, call: AsyncCall) -> EventLoop:
        with self._lock:
            if self._pid != os.getpid():
                self._loops, self._pid = [], os.getpid()
            self._loops = [loop for loop in self._loops if not loop.is_lost]
            chosen = next((loop for loop in self._loops if not loop.is_held_up), None)
            if chosen is None:
                chosen = EventLoop()
                self._loops.append(chosen)
            try:
                chosen.offer(call)
            except RuntimeError:
                # A tool has closed it a moment ago.
                chosen.is_lost = True
                chosen = EventLoop()
                self._loops.append(chosen)
                chosen.offer(call)
        return chosen


_loops = _EventLoops()
