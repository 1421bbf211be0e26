"""Told sums: whether a description says that the numbers of several lines of one thing are added up."""

from __future__ import annotations

import re

__all__ = ["sums_lines"]

_LINES = r"(?:lines|entries|rows|records|items|orders|positions|bookings|deliveries|parts)"
_SUMMED = re.compile(
    rf"\bof all (?:of )?(?:its|their|the) {_LINES}\b"
    r"|\b(?:add(?:s|ed)?|sum(?:s|med)?) (?:up|together)\b[^.;]{0,60}\b(?:by|per|for (?:each|every)"
    r"|of (?:each|every|the same))\b"
    rf"|\b(?:repeated|several|equal|same) [^.;]{{0,30}}\b(?:is|are) (?:added|summed)\b",
    re.IGNORECASE,
)
#: Only one of the lines counts.
_ONE = re.compile(
    r"\b(?:last|latest|newest|first|highest|lowest|largest|greatest|smallest|replac\w+|overwrit\w+|max\w*|min\w*"
    r"|averages?|mean|median)\b",
    re.IGNORECASE,
)


def sums_lines(told: str) -> bool:
    """Tell whether a description says that numbers of several lines are added up, and nowhere that one line counts."""
    text = " ".join(told.split())
    return _SUMMED.search(text) is not None and _ONE.search(text) is None
