"""Told daily: a description of what happens each day, such as a backup every night."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_each_day"]

_DAILY = regex(
    r"\b(?:daily|nightly|(?:every|each|per|a) (?:single )?(?:day|night|morning|evening)|of (?:the )?day"
    r"|clock|recur\w*|repeat\w*|modulo|24[- ]hours?)\b",
    re.IGNORECASE,
)


def tells_of_each_day(description: str) -> bool:
    """Tell whether a description is of what happens each day, of which a time of day is all that counts."""
    return _DAILY.search(description) is not None
