"""Budgets: how much time and memory a check, and a run as a whole, may take."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

__all__ = ["BUDGETS", "STARVED", "Budget", "RunBudget", "larger_budget"]

#: A check that other processes keep from running gets up to this many times its limit on top.
STARVED = 5
#: Seconds below which a check could not reach a verdict.
_LEAST_S = 0.5
#: Share of a check's time for random calls; the rest is for the calls that every check makes.
_RANDOM = 0.5
#: A call of a script starts processes, which may have to wait for a processor: how many times as long a call of it may
#: take, and a check of it.
_SCRIPT_CALL, _SCRIPT_CHECK = 3, 6


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a run may take.

    Attributes:
        load_s: Seconds to import a target.
        call_s: Seconds one call of a tool may take.
        check_s: Seconds one check of one tool may take, all its calls together.
        random_calls: Random calls that one check may make of one tool, besides edge cases.
        random_s: Seconds that they may take.
        follows_lines: Whether random calls are guided by the lines of the tool that they reach.
        memory_bytes: Memory that one check may take on top of the loaded target's.
        file_bytes: Largest file a tool may write.
    """

    load_s: float
    call_s: float
    check_s: float
    random_calls: int = 150
    random_s: float = 0.3
    follows_lines: bool = False
    memory_bytes: int = 1 << 30
    file_bytes: int = 1 << 27

    def of_kind(self, kind: str) -> Budget:
        """Return the budget for a tool of this kind."""
        if kind != "script":
            return self
        return replace(self, call_s=_SCRIPT_CALL * self.call_s, check_s=_SCRIPT_CHECK * self.check_s)


BUDGETS = {
    "quick": Budget(load_s=30.0, call_s=2.0, check_s=12.0),
    "standard": Budget(load_s=60.0, call_s=5.0, check_s=40.0, random_calls=3_000, random_s=6.0),
    "deep": Budget(load_s=120.0, call_s=20.0, check_s=300.0, random_calls=40_000, random_s=90.0, follows_lines=True),
}


def larger_budget(budget: Budget) -> str:
    """Return the name of the next budget that gives a check more time; empty if there is none."""
    return next((name for name, other in BUDGETS.items() if other.check_s > budget.check_s), "")


class RunBudget:
    """The time of a whole run, divided among the remaining checks.

    The time that a check does not use goes to later checks.

    Args:
        seconds: Time for all checks together; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._waiting = 0
        self._sessions = 1
        self._lock = threading.Lock()

    def expect(self, checks: int) -> None:
        """Set how many checks that run code remain."""
        with self._lock:
            self._waiting = checks

    def share(self, sessions: int) -> None:
        """Set how many sessions make checks at the same time."""
        self._sessions = sessions

    def seconds_left(self) -> float | None:
        """Return the seconds that are left for the checks of a session; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def many_checks(self, budget: Budget) -> Budget | None:
        """Return the budget of each of the next checks, which are made together; None if the time is over.

        Args:
            budget: The budget of a check in a run without a limit.
        """
        left = self.seconds_left()
        if left is None:
            return budget
        share = left * self._sessions / max(self._waiting, 1)
        shortened = replace(budget, check_s=min(budget.check_s, left), random_s=min(budget.random_s, _RANDOM * share))
        return shortened if left >= _LEAST_S else None

    def next_check(self, budget: Budget, *, is_static: bool) -> Budget | None:
        """Return the budget of the next check; None if the time is over.

        Args:
            budget: Its budget in a run without a limit.
            is_static: Whether it runs without code of the tool, in next to no time.
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
