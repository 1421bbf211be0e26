"""Budgets: how much time and memory a run may take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BUDGETS", "STARVED", "Budget", "larger_budget"]

#: A check that is kept from running by others on the machine has so many times its limit more.
STARVED = 5


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a run may take.

    Attributes:
        load_s: Seconds to import a target.
        call_s: Seconds one call of a tool may take.
        check_s: Seconds one check of one tool may take, all its calls together.
        random_calls: Random calls that one check may make of one tool, besides those at the edges.
        random_s: Seconds that they may take.
        follows_lines: Whether random calls are guided by the lines of the tool that they reach.
        memory_bytes: Memory that one check may take on top of what the loaded target has.
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


BUDGETS = {
    "quick": Budget(load_s=30.0, call_s=2.0, check_s=12.0),
    "standard": Budget(load_s=60.0, call_s=5.0, check_s=40.0, random_calls=3_000, random_s=6.0),
    "deep": Budget(load_s=120.0, call_s=20.0, check_s=300.0, random_calls=40_000, random_s=90.0, follows_lines=True),
}


def larger_budget(budget: Budget) -> str:
    """Return the name of the next budget that gives a check more time; empty if there is none."""
    return next((name for name, other in BUDGETS.items() if other.check_s > budget.check_s), "")
