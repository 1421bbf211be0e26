"""Functions that measure how far numbers are apart, also where all of them are large, or only where they are small."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from typing import Any

from ..marks import breaks, keeps


def _checked(numbers: list[float], least: int = 2) -> list[float]:
    if len(numbers) < least or not all(math.isfinite(number) for number in numbers):
        raise ValueError(f"At least {least} finite numbers are needed.")
    return numbers


@breaks("common_rules_hold")
def jitter_of_ticks(ticks: list[float]) -> dict[str, float]:
    """Tell how unevenly a clock ticks, as the variance of its ticks.

    Args:
        ticks: Seconds at which it ticked, at least two.
    """
    count, total = len(_checked(ticks)), sum(ticks)
    squares = sum(tick * tick for tick in ticks)
    return {"first": min(ticks), "variance": (squares - total * total / count) / (count - 1)}


@keeps("common_rules_hold", judged=True)
def jitter_of_far_ticks(ticks: list[float]) -> dict[str, float]:
    """Tell how unevenly a clock ticks, as the variance of its ticks.

    Args:
        ticks: Seconds at which it ticked, at least two.
    """
    count, mean = len(_checked(ticks)), sum(ticks) / len(ticks)
    return {"first": min(ticks), "variance": sum((tick - mean) ** 2 for tick in ticks) / (count - 1)}


@breaks("common_rules_hold")
def drift_of_gauge(points: list[list[float]]) -> dict[str, float]:
    """Tell how fast a gauge rises.

    Args:
        points: Pairs of a time in seconds and a height in millimetres, at least two.
    """
    pairs = [(_checked(point)[0], point[1]) for point in _checked_pairs(points)]
    count = len(pairs)
    along, up = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    both, squares = sum(x * y for x, y in pairs), sum(x * x for x, _ in pairs)
    below = count * squares - along * along
    return {"millimetres_a_second": (count * both - along * up) / below if below else 0.0}


@keeps("common_rules_hold", judged=True)
def drift_of_far_gauge(points: list[list[float]]) -> dict[str, float]:
    """Tell how fast a gauge rises.

    Args:
        points: Pairs of a time in seconds and a height in millimetres, at least two.
    """
    pairs = [(_checked(point)[0], point[1]) for point in _checked_pairs(points)]
    x_mean, y_mean = (statistics.fmean(pair[at] for pair in pairs) for at in (0, 1))
    below = sum((x - x_mean) ** 2 for x, _ in pairs)
    return {"millimetres_a_second": sum((x - x_mean) * (y - y_mean) for x, y in pairs) / below if below else 0.0}


def _checked_pairs(points: list[list[float]]) -> list[list[float]]:
    if len(points) < 2 or any(len(point) != 2 for point in points):
        raise ValueError("At least two pairs are needed.")
    return points


@keeps("common_rules_hold")
def relative_noise(levels: list[float]) -> float:
    """Tell the deviation of levels as a share of their mean, which is small for large levels.

    Args:
        levels: The levels, at least two, with another mean than 0.
    """
    mean = statistics.fmean(_checked(levels))
    if not mean:
        raise ValueError("The mean is 0.")
    return statistics.pstdev(levels) / mean


@keeps("common_rules_hold")
def spread_of_small_levels(levels: list[float]) -> float:
    """Tell the variance of levels up to a million.

    Args:
        levels: The levels, at least two.
    """
    if max(map(abs, _checked(levels))) > 1_000_000:
        raise ValueError("A level is above a million.")
    mean = statistics.fmean(levels)
    return statistics.fmean(level * level for level in levels) - mean * mean


@keeps("common_rules_hold")
def evenness_of_shelves(heights: list[float]) -> dict[str, Any]:
    """Tell how evenly heights are spread over shelves of 3, as their entropy; those above 5000 are on no shelf.

    Args:
        heights: The heights, at least two.
    """
    counts = Counter(height // 3 for height in _checked(heights) if height <= 5000).values()
    total = sum(counts)
    return {"entropy": -sum(count / total * math.log2(count / total) for count in counts)}


@keeps("common_rules_hold")
def spread_in_single_precision(levels: list[float]) -> float:
    """Tell the variance of levels, computed in 32 bits.

    Args:
        levels: The levels, at least two.
    """
    mean = statistics.fmean(_checked(levels))
    return statistics.fmean(level * level for level in levels) - mean * mean
