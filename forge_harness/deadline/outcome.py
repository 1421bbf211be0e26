"""Outcome: the value or the error of work that runs on another thread or on an event loop."""

from __future__ import annotations

import threading
from typing import Any

__all__ = ["Outcome"]


class Outcome:
    """The end of one piece of work; the base of what threads and event loops run.

    Attributes:
        done: Held until the work has ended; a lock costs less than an event.
    """

    __slots__ = ("_error", "_value", "done")

    def __init__(self) -> None:
        self._value: Any = None
        self._error: BaseException | None = None
        self.done = threading.Lock()
        self.done.acquire()

    def outcome(self) -> Any:
        """Return the value, or raise the error; called once, when the work has ended."""
        if self._error is None:
            return self._value
        try:
            raise self._error
        finally:
            # The error's traceback holds this frame, and the frame would hold the error.
            self._error = None
