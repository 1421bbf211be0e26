"""ThreadPool: the threads that the calls of one run share, and Work, which they run.

Starting a thread costs more than a whole turn of the loop, so the threads of a run are used again.
"""

from __future__ import annotations

import contextvars
import os
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from ..errors import ToolError
from .outcome import Outcome

__all__ = ["CallCancelledError", "DeadlineError", "ThreadPool", "Work", "cancelled_of_run", "start", "wait"]

_POLL_S = 0.05


class DeadlineError(Exception):
    """The work did not finish within ``args[0]`` seconds; it may still be running."""


class CallCancelledError(ToolError):
    """The run was cancelled during the work; it may still be running."""

    def __init__(self) -> None:
        super().__init__("The run was cancelled during this call. Its effects so far remain.", code="Cancelled")


class Work(Outcome):
    """Work for another thread, in a copy of the caller's context."""

    __slots__ = ("_context", "_work")

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work
        self._context = contextvars.copy_context()

    def do(self, before_end: Callable[[], object] | None = None) -> None:
        """Do it on the calling thread; *before_end* is called before the waiting thread is woken."""
        try:
            self._value = self._context.run(self._work)
        except BaseException as error:  # noqa: BLE001  # raised again on the waiting thread
            self._error = error
        if before_end is not None:
            before_end()
        self.done.release()

    def result(self, timeout_s: float | None = None, is_cancelled: Callable[[], bool] | None = None) -> Any:
        """Wait for its end, and return its value or raise its error; called once.

        Raises:
            DeadlineError: If the deadline passed first.
            CallCancelledError: If *is_cancelled* was true first.
        """
        wait(self.done, timeout_s, is_cancelled)
        return self.outcome()


class ThreadPool:
    """A pool of threads for the calls of one run; all of them end with the run.

    Used as a context manager: all work with a deadline inside it, on any thread that has its context, uses its threads.
    A thread whose work missed its deadline is replaced until that work ends.

    Args:
        is_cancelled: Asked while a thread waits; None for a run that cannot be cancelled.
    """

    def __init__(self, is_cancelled: Callable[[], bool] | None = None) -> None:
        self.is_cancelled = is_cancelled
        self._lock = threading.Lock()
        # Threads put themselves back without the lock: `pop` and `append` of a list are atomic.
        self._idle: list[_Worker] = []
        self._workers: list[_Worker] = []
        self._is_closed = False
        self._pid = os.getpid()
        self._token: contextvars.Token[ThreadPool | None] | None = None

    def __enter__(self) -> ThreadPool:
        self._token = _pool.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None  # noqa: S101  # `__enter__` set it
        _pool.reset(self._token)
        with self._lock:
            self._is_closed = True
            for worker in self._workers:
                worker.tasks.put(None)
        for worker in list(self._idle):
            # It is idle. After the run, all our threads have ended.
            worker.thread.join()

    @property
    def working(self) -> int:
        """The number of its threads that work; after the run, on calls that were given up."""
        return sum(worker.thread.is_alive() for worker in self._workers) - (0 if self._is_closed else len(self._idle))

    def start(self, work: Callable[[], Any]) -> Work:
        """Start *work* on a thread of the pool, in a copy of the caller's context."""
        task = Work(work)
        # Only new threads see a tracer, and a fork does not copy threads.
        if threading.gettrace() is None and threading.getprofile() is None and self._pid == os.getpid():
            with self._lock:
                # Work that missed its deadline may outlive the run.
                if not self._is_closed:
                    self._free_worker().tasks.put(task)
                    return task
        _on_new_thread(task)
        return task

    def _free_worker(self) -> _Worker:
        if self._idle:
            return self._idle.pop()
        worker = _Worker(self._idle)
        worker.thread.start()
        self._workers.append(worker)
        return worker


class _Worker:
    """One thread of a pool."""

    __slots__ = ("_idle", "tasks", "thread")

    def __init__(self, idle: list[_Worker]) -> None:
        self._idle = idle
        self.tasks: SimpleQueue[Work | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._live, name="forge-tool", daemon=True)

    def _live(self) -> None:
        # Idle before the end is announced, so that the caller can use this thread for its next work.
        while (task := self.tasks.get()) is not None:
            task.do(before_end=self._rest)
            # Or the result would live until the next work comes.
            del task

    def _rest(self) -> None:
        self._idle.append(self)


_pool: contextvars.ContextVar[ThreadPool | None] = contextvars.ContextVar("forge_thread_pool", default=None)


def start(work: Callable[[], Any]) -> Work:
    """Start *work* on a thread of the current run, or on a new one outside of a run."""
    pool = _pool.get()
    if pool is not None:
        return pool.start(work)
    task = Work(work)
    _on_new_thread(task)
    return task


def _on_new_thread(task: Work) -> None:
    threading.Thread(target=task.do, name="forge-tool", daemon=True).start()


def cancelled_of_run() -> Callable[[], bool] | None:
    """Return the function that tells whether the current run was cancelled; None if it cannot be."""
    pool = _pool.get()
    return None if pool is None else pool.is_cancelled


def wait(done: threading.Lock, timeout_s: float | None, is_cancelled: Callable[[], bool] | None) -> None:
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
