"""Powers of powers: short sums whose result has more digits than a machine can work out."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["POWERS", "Power"]


@dataclass(frozen=True, slots=True)
class Power:
    """One way to write a power.

    Attributes:
        square: A sum that shows whether powers are computed, and ``result`` what comes of it.
        result: Not part of the sum.
        small: A power of a power that is worked out at once.
        large: One of the same length that is not.
    """

    square: str
    result: str
    small: str
    large: str


POWERS = (Power("13**2", "169", "9**9**1", "9**9**9"), Power("13^2", "169", "9^9^1", "9^9^9"))
