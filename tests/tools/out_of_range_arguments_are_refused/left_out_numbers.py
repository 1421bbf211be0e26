"""Functions that leave numbers outside of a range out of their answer; one of them keeps NaN."""

from __future__ import annotations

import math

from ..marks import breaks, keeps


def _checked(levels: list[float]) -> list[float]:
    if not levels or any(isinstance(level, bool) or not isinstance(level, int | float) for level in levels):
        raise ValueError("levels must be numbers, at least one.")
    return levels


@breaks("out_of_range_arguments_are_refused")
def sum_of_all_levels(levels: list[float]) -> dict:
    """Return the sum of the water levels of a day, and how many of them are left out.

    Args:
        levels: Levels in metres; those below -5 or above 40 are left out.
    """
    kept = [level for level in _checked(levels) if not (level < -5 or level > 40)]
    return {"sum": sum(kept), "left_out": len(levels) - len(kept)}


@keeps("out_of_range_arguments_are_refused")
def sum_of_levels(levels: list[float]) -> dict:
    """Return the sum of the water levels of a day, and how many of them are left out.

    Args:
        levels: Levels in metres; those that are not from -5 to 40 are left out.
    """
    kept = [level for level in _checked(levels) if -5 <= level <= 40]
    return {"sum": sum(kept), "left_out": len(levels) - len(kept)}


@keeps("out_of_range_arguments_are_refused")
def levels_with_gaps(levels: list[float]) -> dict:
    """Return the water levels of a day without those that cannot be right.

    Args:
        levels: Levels in metres; those below -5 or above 40 are left out, and NaN stands for a gap, which stays.
    """
    return {"levels": [level for level in _checked(levels) if not (level < -5 or level > 40)]}


@keeps("out_of_range_arguments_are_refused")
def root_of_levels(levels: list[float]) -> dict:
    """Return the root of the sum of the squares of some levels.

    Args:
        levels: Levels in metres.
    """
    return {"root": math.sqrt(sum(level * level for level in _checked(levels)))}
