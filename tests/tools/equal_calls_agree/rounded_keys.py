"""Functions that say that they keep their answers, by a number that is an exact or a rounded key."""

from __future__ import annotations

import math
import time

from ..marks import breaks, keeps

_BANDS = ((1.5, 40), (4.25, 65), (12.0, 110))
_by_metre: dict[tuple[bool, int], int] = {}
_by_depth: dict[tuple[bool, float], int] = {}
_by_hundredth: dict[float, tuple[float, int]] = {}
_by_part: dict[float, tuple[float, int]] = {}
_by_grid: dict[float, int] = {}
_pegs: dict[float, int] = {}


def _ropes(depth: float) -> int:
    if not 0 < depth <= 40:
        raise ValueError("depth is more than 0 m and at most 40 m")
    return next((ropes for limit, ropes in _BANDS if depth <= limit), 200)


@breaks("equal_calls_agree")
def mooring_by_metre(depth: float, *, is_storm: bool = False) -> dict[str, int]:
    """Work out how much rope a mooring takes. Earlier results are kept for speed.

    Args:
        depth: Depth of the water in metres, more than 0 and at most 40.
        is_storm: Whether a storm is expected, for which half as much again is taken.
    """
    key = (is_storm, round(depth))
    if key not in _by_metre:
        _by_metre[key] = _ropes(depth) * (3 if is_storm else 2) // 2
    return {"rope": _by_metre[key]}


@keeps("equal_calls_agree")
def mooring_by_depth(depth: float, *, is_storm: bool = False) -> dict[str, int]:
    """Work out how much rope a mooring takes. Earlier results are kept for speed.

    Args:
        depth: Depth of the water in metres, more than 0 and at most 40.
        is_storm: Whether a storm is expected, for which half as much again is taken.
    """
    key = (is_storm, depth)
    if key not in _by_depth:
        _by_depth[key] = _ropes(depth) * (3 if is_storm else 2) // 2
    return {"rope": _by_depth[key]}


@breaks("equal_calls_agree")
def postage_by_hundredth(grams: float) -> int:
    """Calculate the postage of a letter: 3 for each 10 g that are begun. Results are cached for an hour.

    Args:
        grams: Weight of the letter, at most 2000.
    """
    if not 0 < grams <= 2000:
        raise ValueError("grams is more than 0 and at most 2000")
    kept = _by_hundredth.get(round(grams, 1))
    if kept is None or time.monotonic() - kept[0] > 3600:
        kept = (time.monotonic(), 3 * math.ceil(grams / 10))
        _by_hundredth[round(grams, 1)] = kept
    return kept[1]


@keeps("equal_calls_agree")
def postage_by_part(grams: float) -> int:
    """Calculate the postage of a letter: 3 for each 10 g that are begun. Results are cached for an hour.

    Args:
        grams: Weight of the letter, at most 2000.
    """
    if not 0 < grams <= 2000:
        raise ValueError("grams is more than 0 and at most 2000")
    part = math.ceil(grams / 10)
    kept = _by_part.get(part)
    if kept is None or time.monotonic() - kept[0] > 3600:
        kept = (time.monotonic(), 3 * part)
        _by_part[part] = kept
    return kept[1]


@keeps("equal_calls_agree")
def depth_on_grid(east: float) -> int:
    """Estimate the depth of a lake. Results are cached by a grid of 1 km, so that close places get the same answer.

    Args:
        east: Distance from the western shore in km.
    """
    return _by_grid.setdefault(round(east), round(east * 17.3))


@keeps("equal_calls_agree")
def peg_for_coat(size: float) -> int:
    """Give a coat the peg that its size already has, or the next one. Sizes are remembered for reuse.

    Args:
        size: Size of the coat.
    """
    return _pegs.setdefault(round(size), len(_pegs) + 1)
