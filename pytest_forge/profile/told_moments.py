"""Told moments: arguments that tell a tool what time it is, such as "now" or "at"."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["tells_moment"]

_NAMES = frozenset(
    ("at", "now", "time", "timestamp", "ts", "when", "moment", "clock", "instant", "epoch", "today", "t", "tick")
)
_MOMENT = r"(?:time|timestamp|moment|instant|clock|date(?: and time)?|day|now|unix (?:time|seconds))"
_TOLD = regex(
    rf"^\W*(?:the |a )?(?:current |present |server |unix |monotonic |request |event |arrival )?{_MOMENT}\b"
    rf"|\bwhen (?:the|a|an|this|it)\b|\bseconds since\b|\b(?:current|present) {_MOMENT}\b",
    re.IGNORECASE,
)
#: How long something takes, or which time of a day it is.
_LENGTH = regex(r"\b(?:how long|duration|length|time ?(?:limit|out|span|zone)|of (?:the )?day|HH:MM)\b", re.IGNORECASE)


def tells_moment(name: str, told: str) -> bool:
    """Tell whether an argument is said to be a moment, such as the time of the call.

    Args:
        name: Its name.
        told: Its description.
    """
    words = name_words(name)
    is_named = bool(words) and (words[-1] in _NAMES or words[0] == "now" or words[-2:] == ["as", "of"])
    return (is_named or _TOLD.search(told) is not None) and _LENGTH.search(told) is None
