"""RunClock: the time of a whole run, shared out among the checks that are still to be made."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from .budget import Budget

__all__ = ["RunClock"]

#: Shorter than this, a check has no time to say anything.
_LEAST_S = 0.5
#: Of its share, what a check's random calls may take; the rest is for what every check does.
_RANDOM = 0.5


class RunClock:
    """The time of a whole run, shared out among the checks that are still to be made.

    What one check leaves of its share, the later ones have.

    Args:
        seconds: For everything together; None for as much as it takes.
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._waiting = 0
        self._sessions = 1
        self._lock = threading.Lock()

    def expect(self, checks: int) -> None:
        """Say that so many checks run code from here on."""
        with self._lock:
            self._waiting = checks

    def share(self, sessions: int) -> None:
        """Say that so many sessions make checks at the same time."""
        self._sessions = sessions

    def budget_of_next(self, budget: Budget, *, is_static: bool) -> Budget | None:
        """Return what the next check may take; None if there is no time for it.

        Args:
            budget: What it may take without a limit for the run.
            is_static: Whether it runs no code, and takes no time to speak of.
        """
        if self._end is None or is_static:
            return budget
        left = self._end - time.monotonic()
        with self._lock:
            waiting = max(self._waiting, 1)
            self._waiting -= 1
        if left < _LEAST_S:
            return None
        share = left * self._sessions / waiting
        return replace(budget, check_s=min(budget.check_s, left), random_s=min(budget.random_s, _RANDOM * share))
