"""Time limits: whether an argument limits the seconds that a call may take."""

from __future__ import annotations

from ..regex import regex
from .roles import name_words

__all__ = ["limits_time"]

_LIMIT = regex(r"(?:.* )?(?:time ?out|time limit|deadline|max(?:imum)? (?:wait|time|seconds))(?: (?:s|sec|seconds))?")


def limits_time(name: str) -> bool:
    """Tell whether an argument's name says that it limits the time of a call, in seconds."""
    return _LIMIT.fullmatch(" ".join(name_words(name))) is not None
