"""Span ends: whether two names are those of the beginning of a span, and of its end or length."""

from __future__ import annotations

from .roles import name_words

__all__ = ["are_ends"]

_FIRST = frozenset(
    ("start", "starts", "from", "begin", "begins", "beginning", "first", "low", "lower", "left", "since")
)
_LAST = frozenset(
    ("end", "ends", "to", "until", "till", "finish", "stop", "stops", "last", "high", "upper", "right", "length",
     "lengths", "duration", "durations", "minutes", "hours", "seconds", "days", "size", "nights")
)  # fmt: skip


def are_ends(first: str, last: str) -> bool:
    """Tell whether one name is that of a beginning and the other of an end or a length, such as start and hours."""
    return not _FIRST.isdisjoint(name_words(first)) and not _LAST.isdisjoint(name_words(last))
