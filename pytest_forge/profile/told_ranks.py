"""Told ranks: a description that says that a list begins with the largest, or the smallest, of some amounts."""

from __future__ import annotations

import re

__all__ = ["ranks_amounts"]

_RANKS = re.compile(
    r"\b(?:larg|bigg|high|great|small|low|cheap|dear|heavi|light|long|short|fast|slow|few|strong|weak)est\b"
    r"|\b(?:most|least) (?:\w+ )?(?:first|expensive|valuable|costly)\b|\btop\b|\bby (?:amount|size|value|number)\b"
    r"|\brank(?:ed|ing|s)?\b",
    re.IGNORECASE,
)


def ranks_amounts(told: str) -> bool:
    """Tell whether a description says that the results are in the order of an amount."""
    return _RANKS.search(told) is not None
