"""Expressions: powers of powers, whose results are too long to compute."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["POWERS", "Power"]


class Power(Struct, frozen=True):
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


#: The exponents may be bounded one by one: the base grows all the same.
_DEEP = 9


def _nested(sign: str, exponent: int) -> str:
    return "(" * _DEEP + "9" + f"{sign}{exponent})" * _DEEP


POWERS = (
    Power("13**2", "169", "9**9**1", "9**9**9"),
    Power("13^2", "169", "9^9^1", "9^9^9"),
    Power("13**2", "169", _nested("**", 1), _nested("**", 9)),
    Power("13^2", "169", _nested("^", 1), _nested("^", 9)),
)
