"""JSON integers with more digits than Python reads by default."""

from __future__ import annotations

__all__ = ["long_integer"]

_MAX_DIGITS = 4_000


def long_integer(digits: str) -> int:
    """Return the integer with these *digits*, cut to 4,000 of them.

    For `json.loads` as ``parse_int``, which otherwise refuses longer integers. A cut integer has another value, but is
    still an integer beyond every bound.
    """
    return int(digits[:_MAX_DIGITS])
