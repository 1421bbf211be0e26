"""Whole numbers of JSON that are longer than Python reads by default."""

from __future__ import annotations

__all__ = ["long_integer"]

_MAX_DIGITS = 4_000


def long_integer(digits: str) -> int:
    """Return the whole number that JSON writes with *digits*, of which 4,000 are read.

    Given to `json.loads` as ``parse_int``, which without it takes a longer number for no JSON at all. What comes of one
    is as whole, and as far beyond every bound; its worth is not the same.
    """
    return int(digits[:_MAX_DIGITS])
