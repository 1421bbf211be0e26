"""Expressions: powers of powers, whose results are too long to compute."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["POWERS", "Power"]


@dataclass(frozen=True, slots=True)
class Power:
    """One notation for powers.

    Attributes:
        square: An expression that shows whether powers are computed.
        result: Its result, which is not part of it.
        small: A power of a power that is computed at once.
        large: One of the same length that takes too long.
    """

    square: str
    result: str
    small: str
    large: str


POWERS = (Power("13**2", "169", "9**9**1", "9**9**9"), Power("13^2", "169", "9^9^1", "9^9^9"))
