"""Limit steps: limits that let some numbers of an answer through and not others, at a distance from each."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

__all__ = ["limit_steps", "side_of", "step_of"]

#: Limits between two numbers, and close behind one.
_MAX_BETWEEN, _MAX_BEHIND = 5, 3
#: Parts of one that count, and the digits of a limit behind the point.
_PARTS, _OF_LIMIT = 1_000_000, 4
_TIGHT = 0.01


def step_of(numbers: Iterable[float]) -> float:
    """Return the step of which all numbers are multiples, as those are that were rounded."""
    parts = [round(number * _PARTS) for number in numbers]
    return math.gcd(*parts) / _PARTS


def limit_steps(numbers: list[float], scale: float, *, is_least: bool, is_whole: bool, is_rounded: bool) -> list[float]:
    """Return limits between two numbers, and close behind one, where a rough search beforehand may lose it.

    Args:
        numbers: Those of the items.
        scale: How many units of theirs one of the limit has.
        is_least: Whether a limit lets through what is above it.
        is_whole: Whether limits are whole numbers.
        is_rounded: Whether the numbers may be rounded by a whole step.
    """
    step = step_of(numbers)
    between: list[float] = []
    behind: list[float] = []
    for one, following in itertools.pairwise(sorted(set(numbers), reverse=is_least)):
        gap = abs(following - one)
        if step <= 0 or (is_rounded and gap < 2 * step):
            continue
        for found, distance in ((between, gap / 2), (behind, min(gap / 2, max(_TIGHT * abs(one), step)))):
            limit = (one + math.copysign(distance, following - one)) / scale
            limit = round(limit) if is_whole else round(limit, _OF_LIMIT)
            sides = [side_of(number, limit * scale, step, is_least=is_least) for number in (one, following)]
            if sides == [-1, 1] and limit not in between + behind:
                found.append(limit)
    return [*_spread(between, _MAX_BETWEEN), *_spread(behind, _MAX_BEHIND)]


def _spread(found: list[float], most: int) -> list[float]:
    part = max(len(found) / most, 1)
    return [found[int(number * part)] for number in range(min(len(found), most))]


def side_of(number: float, limit: float, step: float, *, is_least: bool) -> int:
    """Return whether a number is beyond a limit, 1, or within it, -1; 0 if it is too near, since it may be rounded."""
    distance = (limit - number) if is_least else (number - limit)
    return 0 if abs(distance) < 0.49 * step else 1 if distance > 0 else -1
