"""Functions that read a depth in fathoms and feet, below or above a mark."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_DEPTH = re.compile(r"([+-]?)(\d{1,3}) fathoms (\d) feet")


def _parts(depth: str) -> re.Match[str]:
    found = _DEPTH.fullmatch(depth)
    if found is None:
        raise ValueError('That is no depth. Write it as in "12 fathoms 4 feet".')
    return found


@breaks("common_rules_hold")
def metres_of_depth(depth: str) -> dict[str, float]:
    """Turn a depth into metres. One above the mark is below zero.

    Args:
        depth: As in "12 fathoms 4 feet" or "-3 fathoms 1 feet".
    """
    sign, fathoms, feet = _parts(depth).groups()
    whole = int(f"{sign}{fathoms}")
    direction = -1 if whole < 0 else 1
    return {"metres": round((whole * 6 + direction * int(feet)) * 0.3048, 3)}


@keeps("common_rules_hold")
def metres_below(depth: str) -> dict[str, float]:
    """Turn a depth into metres. One above the mark is below zero.

    Args:
        depth: As in "12 fathoms 4 feet" or "-3 fathoms 1 feet".
    """
    sign, fathoms, feet = _parts(depth).groups()
    metres = round((int(fathoms) * 6 + int(feet)) * 0.3048, 3)
    return {"metres": -metres if sign == "-" else metres}


@keeps("common_rules_hold")
def distance_to_mark(depth: str) -> dict[str, float]:
    """Tell how many metres a depth is away from the mark, on either side of it.

    Args:
        depth: As in "12 fathoms 4 feet" or "-3 fathoms 1 feet".
    """
    _, fathoms, feet = _parts(depth).groups()
    return {"metres": round((int(fathoms) * 6 + int(feet)) * 0.3048, 3)}
