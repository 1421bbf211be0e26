"""Budgets: how much time and memory a run may take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BUDGETS", "Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a run may take.

    Attributes:
        load_s: Seconds to import a target.
        call_s: Seconds one call of a tool may take.
        check_s: Seconds one check of one tool may take, all its calls together.
        memory_bytes: Memory that one check may take on top of what the loaded target has.
        file_bytes: Largest file a tool may write.
    """

    load_s: float
    call_s: float
    check_s: float
    memory_bytes: int = 1 << 30
    file_bytes: int = 1 << 27


BUDGETS = {
    "quick": Budget(load_s=30.0, call_s=2.0, check_s=12.0),
    "standard": Budget(load_s=60.0, call_s=5.0, check_s=40.0),
    "deep": Budget(load_s=120.0, call_s=20.0, check_s=300.0),
}
