"""ClockReads: whether a tool asks for the time, so that a later call may end differently."""

from __future__ import annotations

import datetime as dt
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from forge_harness import Tool

from ..targets.delegated_tool import DelegatedTool

__all__ = ["ClockReads"]

_OF_DATES = frozenset(("now", "today", "utcnow"))
#: Packages that ask for the time for their own sake.
_OURS, _LOOPS = ("forge_harness.", "pytest_forge."), ("asyncio.",)


class ClockReads:
    """Counts how often a tool asks for the time.

    Attributes:
        count: How often, so far.
    """

    def __init__(self) -> None:
        self.count = 0

    def wrap(self, tool: Tool) -> Tool:
        """Return *tool*, watched while it runs."""
        return _WatchedTool(tool, self)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this thread and the threads it starts, while entered."""
        before, before_threads = sys.getprofile(), threading.getprofile()
        threading.setprofile(self._look)
        sys.setprofile(self._look)
        try:
            yield
        finally:
            sys.setprofile(before)
            threading.setprofile(before_threads)

    def _look(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and _is_clock(called) and not _is_for_us(frame):
            self.count += 1


def _is_clock(called: Any) -> bool:
    owner = getattr(called, "__self__", None)
    if isinstance(owner, type):
        return issubclass(owner, dt.date) and called.__name__ in _OF_DATES
    return getattr(called, "__module__", "") == "time" and called.__name__ != "sleep"


def _is_for_us(frame: FrameType) -> bool:
    caller = frame
    # A fake clock asks the real one.
    while caller.f_code.co_name == "<lambda>" and _module(caller).startswith(_OURS) and caller.f_back is not None:
        caller = caller.f_back
    if _module(caller).startswith(_LOOPS):
        return caller.f_back is None or _module(caller.f_back).startswith((*_OURS, *_LOOPS))
    return _module(caller).startswith(_OURS)


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


class _WatchedTool(DelegatedTool):
    """Delegates to a tool, and counts its questions for the time."""

    def __init__(self, tool: Tool, reads: ClockReads) -> None:
        super().__init__(tool)
        self._reads = reads

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        with self._reads.watching():
            value = self._tool.run(validated, workspace_root=workspace_root)
        return self._finish(value) if hasattr(value, "__await__") else value

    async def _finish(self, awaitable: Any) -> Any:
        with self._reads.watching():
            return await awaitable
