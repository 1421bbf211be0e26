"""Functions that open something for their work, and give it back or not where they refuse an amount."""

from __future__ import annotations

import os

from ..marks import breaks, keeps

_KEPT = {"nails": 40, "screws": 25}


def _left(kind: str, taken: int) -> int:
    left = _KEPT.get(kind, 60) - taken
    if left < 0:
        raise ValueError("There are fewer of them.")
    return left


@breaks("resources_are_given_back")
def left_behind(taken: int, kind: str = "nails") -> int:
    """Return how many pieces are left when some are taken.

    Args:
        taken: Pieces that are taken.
        kind: Kind of the pieces, nails or screws.
    """
    log = os.open(os.devnull, os.O_WRONLY)
    left = _left(kind, taken)
    os.close(log)
    return left


@keeps("resources_are_given_back", judged=True)
def left_over(taken: int, kind: str = "nails") -> int:
    """Return how many pieces are left when some are taken.

    Args:
        taken: Pieces that are taken.
        kind: Kind of the pieces, nails or screws.
    """
    log = os.open(os.devnull, os.O_WRONLY)
    try:
        return _left(kind, taken)
    finally:
        os.close(log)
