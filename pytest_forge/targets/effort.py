"""Effort: how much a check may do beyond the calls that it makes of every tool."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Effort"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a check may do beyond the calls that it makes of every tool.

    Attributes:
        random_calls: Random calls it may make.
        random_s: Seconds that they may take, by the clock of `own_time`.
        follows_lines: Whether they are guided by the lines of the tool that they reach.
    """

    random_calls: int = 150
    random_s: float = 0.3
    follows_lines: bool = False
