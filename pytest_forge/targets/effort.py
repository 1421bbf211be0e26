"""Effort: the budget of a check for random calls."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Effort"]


class Effort(Struct, frozen=True):
    """The budget of a check for random calls, beyond the calls that it always makes.

    Attributes:
        random_calls: Maximum number of random calls.
        random_s: Seconds for them, by the clock of `own_time`.
        follows_lines: Whether line coverage of the tool guides them.
    """

    random_calls: int = 150
    random_s: float = 0.3
    follows_lines: bool = False
