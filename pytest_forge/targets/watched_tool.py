"""A tool watched while it is called: what goes in and out, its log, and the time limit of the call."""

from __future__ import annotations

import asyncio
import copy
import logging
import signal
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from forge_harness import Tool

from .delegated_tool import DelegatedTool
from .outcome import Outcome
from .own_clock import own_time

__all__ = ["CallTimeout", "WatchedTool", "captured_log", "time_limit"]

_EVERYTHING = 1


class CallTimeout(BaseException):
    """Raised inside a call that takes too long; not an Exception, which a tool's own handlers would catch."""


class WatchedTool(DelegatedTool):
    """Delegates to a tool; notes the arguments and the result before the dispatcher touches them."""

    def __init__(self, tool: Tool, outcome: Outcome) -> None:
        super().__init__(tool)
        self._outcome = outcome

    def validate(self, arguments: Mapping[str, Any]) -> Any:
        # The time limit interrupts frames of this function.
        return super().validate(arguments)

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        self._outcome.ran = True
        self._outcome.received = validated
        try:
            value = self._tool.run(validated, workspace_root=workspace_root)
        except BaseException as error:
            self._outcome.raised = error
            raise
        if hasattr(value, "__await__"):
            return self._finish(value)
        self._outcome.returned = _snapshot(value)
        return value

    async def _finish(self, awaitable: Any) -> Any:
        self._outcome.loop = asyncio.get_running_loop()
        try:
            value = await awaitable
        except BaseException as error:
            self._outcome.raised = error
            raise
        self._outcome.returned = _snapshot(value)
        return value


def _snapshot(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except BaseException:  # noqa: BLE001  # a value that cannot be copied is judged as it is
        return value


_FORMATTER = logging.Formatter("%(levelname)s %(name)s %(message)s")


def _line(record: logging.LogRecord) -> str:
    try:
        return _FORMATTER.format(record) + "\n"
    except Exception:  # noqa: BLE001  # a tool may log records that cannot be formatted
        return f"{record.levelname} {record.name} <unprintable>\n"


class captured_log(logging.Handler):  # noqa: N801  # reads as a statement
    """Collects every log record of the process while it is entered."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(_EVERYTHING)
        self._outcome = outcome

    def emit(self, record: logging.LogRecord) -> None:
        # What the harness logs stays the same, and is formatted when a check asks.
        is_ours = record.name.partition(".")[0] == "forge_harness"
        self._outcome.logged.append(partial(_line, record) if is_ours else _line(record))

    def __enter__(self) -> None:
        self._before = logging.root.level
        logging.root.addHandler(self)
        # Lower than any level a tool may set: setting the same level would not show as a change.
        logging.root.setLevel(_EVERYTHING)

    def __exit__(self, *_: object) -> None:
        logging.root.removeHandler(self)
        logging.root.setLevel(self._before)


class time_limit:  # noqa: N801  # reads as a statement
    """Interrupts the main thread with `CallTimeout`; in other threads only the engine's limit holds."""

    def __init__(self, seconds: float) -> None:
        self.has_interrupted = False
        self._seconds = seconds
        self._is_main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._is_main:
            self._before = signal.signal(signal.SIGALRM, self._interrupt)
            self._end = own_time() + self._seconds
            # Repeated, because a bare except in a tool may swallow the first.
            signal.setitimer(signal.ITIMER_REAL, self._seconds, 0.2)

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _interrupt(self, _: int, frame: FrameType | None) -> None:
        left = self._end - own_time()
        if left > _LEAST_S:
            # The process was kept waiting: extend the limit by that time.
            signal.setitimer(signal.ITIMER_REAL, left, 0.2)
            return
        # Elsewhere the call has just returned, and must not be interrupted.
        while frame is not None:
            if frame.f_code in _INTERRUPTIBLE or frame.f_code.co_name in _WAITING:
                self.has_interrupted = True
                raise CallTimeout
            frame = frame.f_back


#: Seconds before the limit at which it counts as reached.
_LEAST_S = 0.005
#: Functions of the harness in which the dispatcher waits for a tool on another thread.
_WAITING = frozenset({"run_with_deadline", "settle"})
_INTERRUPTIBLE = frozenset({WatchedTool.run.__code__, WatchedTool.validate.__code__})
