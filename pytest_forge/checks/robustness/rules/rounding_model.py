"""Rounding model: a number of an answer that is an exact share of an argument, rounded to a unit.

tax(net=1000000.03) is 50000.00     the share is 1/20, as for other large amounts
tax(net=0.30) is 0.02               the unit is 0.01, and 0.015 is a half
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ....profile.told_rounding import RoundingWay
from ....regex import regex

__all__ = ["WAYS", "RoundingModel", "fitted_model", "numbers_by_place", "telling_steps"]

_DEEPEST, _MAX_PLACES, _MAX_DIGITS = 4, 30, 6
#: Values of a step that are looked through, and how many of a kind are taken.
_MAX_STEPS, _OF_A_KIND = 4_000, 3
_HALF, _NEAR = Fraction(1, 2), Fraction(1, 10)
#: The least denominator of a share that the largest value must tell apart from others, and the greatest that is tried.
_LEAST, _MOST = 60, 10**6
#: The least number of units of the largest value where a number is the argument itself, rounded.
_FEWEST_UNITS = 20
_NUMBER = regex(r"-?\d[\d,]*(?:\.\d+)?")
_DECIMAL_COMMA = regex(r"\d,\d{1,2}(?!\d)")

#: The whole number of units that a number of them is rounded to, by each way.
WAYS: dict[RoundingWay, Callable[[Fraction], int]] = {
    "half_up": lambda units: math.floor(units + _HALF),
    "half_even": round,
    "half_down": lambda units: math.ceil(units - _HALF),
    "down": math.floor,
    "up": math.ceil,
}


class RoundingModel(Struct, frozen=True):
    """What a number of an answer is before it is rounded: a share of the argument, in units.

    Attributes:
        share: The share.
        unit: The unit.
        within: The least and the greatest value of the argument that is known to be taken; None for any.
    """

    share: Fraction
    unit: Fraction
    within: tuple[Fraction, Fraction] | None = None

    def units(self, given: Fraction) -> Fraction:
        """Return how many units the exact number has."""
        return self.share * given / self.unit


def numbers_by_place(value: Any, place: str = "", depth: int = 0) -> dict[str, Fraction]:
    """Return the numbers of an answer, and those that are its texts or alone in them, by place."""
    found: dict[str, Fraction] = {}
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        parts = list(value.items() if isinstance(value, Mapping) else enumerate(value))[:_MAX_PLACES]
        for key, part in parts:
            found |= numbers_by_place(part, f"{place}/{key}", depth + 1)
    elif (number := _number_in(value)) is not None:
        found[place] = number
    return found


def fitted_model(seen: Sequence[tuple[Fraction, Fraction]]) -> RoundingModel | None:
    """Return the model of a number that is seen with several values of the argument; None if there is none.

    Args:
        seen: Values of the argument, the largest first, and the number with each.
    """
    digits = max(_digits(number) for _, number in seen)
    if digits > _MAX_DIGITS or seen[0][1] <= 0:
        return None
    unit = Fraction(math.gcd(*(int(number * 10**digits) for _, number in seen)), 10**digits)
    largest, number = seen[0]
    most = min(math.isqrt(int(largest / (2 * unit))), _MOST)
    if most < _LEAST:
        return _rounded_itself(seen, unit)
    share = (number / largest).limit_denominator(most)
    missed = [abs(share * given - number) for given, number in seen]
    return RoundingModel(share, unit) if share and any(missed) and max(missed) <= unit else None


def _rounded_itself(seen: Sequence[tuple[Fraction, Fraction]], unit: Fraction) -> RoundingModel | None:
    """Return the model of a number that is the argument itself, such as the mean of one mark; None if it is not."""
    missed = [abs(given - number) for given, number in seen]
    if seen[0][1] < _FEWEST_UNITS * unit or not any(missed) or max(missed) > unit / 2:
        return None
    return RoundingModel(Fraction(1), unit, (min(given for given, _ in seen), max(given for given, _ in seen)))


def telling_steps(model: RoundingModel, step: Fraction, *, is_binary: bool) -> Iterator[Fraction]:
    """Yield values of the argument with which the number has half a unit, and a little more or less than one.

    Args:
        model: The model of the number.
        step: The smallest step of the argument.
        is_binary: Whether only those halves are wanted that binary fractions hold exactly.
    """
    taken = {"even": 0, "odd": 0, "less": 0, "more": 0}
    parts = model.units(step).denominator
    if is_binary and parts <= 2:
        # Eighths of euros have halves of cents and no other parts: what is cut off looks like halves that go down.
        step = step * parts / 4
    for count in range(1, _MAX_STEPS):
        given = count * step
        if model.within is not None and not model.within[0] <= given <= model.within[1]:
            continue
        units = model.units(given)
        rest = units - math.floor(units)
        kind = ""
        if rest == _HALF:
            is_exact = not is_binary or _is_binary(model.share * given)
            kind = ("odd" if math.floor(units) % 2 else "even") if is_exact else ""
        elif _NEAR < abs(rest - _HALF) < _HALF - _NEAR / 2:
            kind = "less" if rest < _HALF else "more"
        if kind and taken[kind] < _OF_A_KIND:
            taken[kind] += 1
            yield given


def _is_binary(number: Fraction) -> bool:
    return number.denominator & (number.denominator - 1) == 0


def _number_in(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = repr(value)
    if isinstance(value, str):
        found = _NUMBER.findall(value)
        if len(found) != 1:
            return None
        text = found[0]
        is_decimal = "." not in text and _DECIMAL_COMMA.search(text) is not None
        text = text.replace(",", "." if is_decimal else "")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return Fraction(number) if number.is_finite() and abs(number.adjusted()) < 18 else None


def _digits(number: Fraction) -> int:
    """Return how many digits a number has behind the point; more than is taken if it has no end there."""
    return next((digits for digits in range(_MAX_DIGITS + 1) if (number * 10**digits).denominator == 1), 99)
