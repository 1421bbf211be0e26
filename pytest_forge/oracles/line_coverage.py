"""LineCoverage: the steps between lines of the author's code that calls have taken, and values seen there."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any

from forge_harness import Tool

from ..targets.delegated_tool import DelegatedTool
from .own_code import OwnCode

__all__ = ["STUMBLES", "LineCoverage"]

#: Exceptions that no author raises on purpose.
STUMBLES = (TypeError, LookupError, AttributeError, ArithmeticError, NameError)

_MAX_MET = 200
_MAX_TEXT = 200
_MAX_ITEMS = 20
#: The maximum number of distinct steps.
_MAX_STEPS = 50_000


class LineCoverage:
    """Records each step from one line to the next in the author's code, the first time it is taken.

    Args:
        own: The author's code.

    Attributes:
        has_news: Whether a new step was taken since `forget`.
        met: Texts and numbers that variables held at new steps since then: what an argument is compared with is
            often one of them.
        stumbles: The places of all calls where one of `STUMBLES` occurred or passed through, unless the author raised
            it.
    """

    def __init__(self, own: OwnCode) -> None:
        self._own = own
        self._is_own: dict[CodeType, bool] = {}
        self._steps: set[tuple[CodeType, int, int]] = set()
        self._watching = 0
        self.stumbles: set[tuple[CodeType, int]] = set()
        self.forget()

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def progress(self) -> int:
        """The number of steps that do work, less by one where `STUMBLES` occurred.

        Those into handlers and into a ``raise`` do none: a call that passes a test, and fails in the next line, gets
        further than one that the test refuses.
        """
        # A copy: threads that a call has left behind may add to it.
        places = [(code.co_filename, line) for code, _, line in self._steps.copy()]
        idle = sum(self._own.is_in_handler(*place) or self._own.is_in_raise(*place) for place in places)
        return len(places) - idle - len(self.stumbles)

    @property
    def lines(self) -> set[tuple[CodeType, int]]:
        """The lines that were reached, each with its code."""
        return {(code, line) for code, _, line in self._steps.copy()}

    def forget(self) -> None:
        """Start the next call."""
        self.has_news = False
        self.met: list[Any] = []

    def wrap(self, tool: Tool) -> Tool:
        """Return *tool*, traced while it runs."""
        return _FollowedTool(tool, self)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Trace this thread and the threads it starts, while entered."""
        self._watching += 1
        before, before_threads = sys.gettrace(), threading.gettrace()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(before_threads)
            self._watching -= 1

    def _owns(self, code: CodeType) -> bool:
        known = self._is_own.get(code)
        if known is None:
            known = self._is_own[code] = self._own.owns(code.co_filename)
        return known

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:  # noqa: ARG002  # the interpreter's signature
        code = frame.f_code
        if not self._watching or not self._owns(code):
            return None
        steps, before = self._steps, 0

        def follow(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            nonlocal before
            if event == "exception" and issubclass(arg[0], STUMBLES) and not self._is_raised(arg[2]):
                self.stumbles.add((code, frame.f_lineno))
            elif event == "line":
                step = (code, before, frame.f_lineno)
                before = frame.f_lineno
                if step not in steps and len(steps) < _MAX_STEPS:
                    steps.add(step)
                    self.has_news = True
                    self._look(frame)
            return follow

        return follow

    def _is_raised(self, trace: TracebackType | None) -> bool:
        """Tell whether an exception comes from a ``raise`` of the author: "raise LookupError(name)"."""
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        file = "" if trace is None else trace.tb_frame.f_code.co_filename
        return trace is not None and self._own.owns(file) and self._own.is_in_raise(file, trace.tb_lineno)

    def _look(self, frame: FrameType) -> None:
        for value in list(frame.f_locals.values()):
            if len(self.met) >= _MAX_MET:
                return
            parts = list(value)[:_MAX_ITEMS] if type(value) in (list, tuple, set, frozenset, dict) else [value]
            self.met += [one for one in parts if type(one) in (int, float) or _is_short(one)]


def _is_short(value: Any) -> bool:
    return type(value) is str and len(value) <= _MAX_TEXT


class _FollowedTool(DelegatedTool):
    """Delegates to a tool, and traces it while it runs."""

    def __init__(self, tool: Tool, coverage: LineCoverage) -> None:
        super().__init__(tool)
        self._coverage = coverage

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        with self._coverage.watching():
            value = self._tool.run(validated, workspace_root=workspace_root)
        return self._finish(value) if hasattr(value, "__await__") else value

    async def _finish(self, awaitable: Any) -> Any:
        with self._coverage.watching():
            return await awaitable
