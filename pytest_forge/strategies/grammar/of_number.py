"""Grammar of numbers: bounds of both styles, and multiples."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from ..schemas.merged import Merged
from .grammar import Built, Checked, Choice, Node, Real, Whole

__all__ = ["integer_grammar", "number_grammar"]

#: The range of 64-bit integers, which is what other languages mean by "an integer".
_WIDEST = 2**63 - 1
_WIDTHS = {"int8": 2**7, "int16": 2**15, "int32": 2**31, "int64": 2**63}


def integer_grammar(merged: Merged) -> Node:
    """Return the integers that *merged* allows."""
    step = _common([*merged.steps, Fraction(1)])
    low, high = _whole_ends(merged, step)
    if low > high:
        return Choice([])
    # For a fractional step, the remainder is computed in floating point, as validators do.
    fractions = [one for one in merged.steps if one.denominator != 1]
    node: Node = Whole(low, high, int(step))
    return Checked(node, lambda value: all(_divides(one, value) for one in fractions)) if fractions else node


def number_grammar(merged: Merged) -> Node:
    """Return the numbers that *merged* allows, including fractions."""
    if merged.steps:
        return _multiples(merged)
    low, high = _inner(merged.low, merged.low_open, math.inf), _inner(merged.high, merged.high_open, -math.inf)
    if low is not None and high is not None and low > high:
        return Choice([])
    whole = integer_grammar(merged)
    fraction = Real(low, high)
    return Choice([fraction, whole]) if isinstance(whole, Whole) else fraction


def _multiples(merged: Merged) -> Node:
    step = _common(merged.steps)
    low, high = _whole_ends(merged, step)
    if low > high:
        return Choice([])
    if step.denominator == 1:
        return Whole(low, high, int(step))

    def build(parts: list[Any]) -> Any:
        value = step * parts[0]
        return int(value) if value.denominator == 1 else float(value)

    # An exact multiple may fail the validator's floating point division.
    limit = 10**9
    multiple = Built([Whole(max(low, -limit), min(high, limit))] if low <= limit and high >= -limit else [], build)
    if not multiple.parts:
        return Choice([])
    return Checked(multiple, lambda value: all(_divides(one, value) for one in merged.steps) and _within(merged, value))


def _within(merged: Merged, value: float) -> bool:
    too_low = merged.low is not None and (value < merged.low or (merged.low_open and value == merged.low))
    too_high = merged.high is not None and (value > merged.high or (merged.high_open and value == merged.high))
    return not too_low and not too_high


def _divides(step: Fraction, value: float) -> bool:
    if step.denominator == 1:
        return value % int(step) == 0
    quotient = value / float(step)
    return math.isfinite(quotient) and int(quotient) == quotient


def _whole_ends(merged: Merged, step: Fraction) -> tuple[int, int]:
    """Return the least and greatest k with k * step in range."""
    widest = min([_WIDTHS[name] for name in merged.formats if name in _WIDTHS], default=_WIDEST + 1)
    low, high = merged.low, merged.high
    # An open side reaches to the end of 64-bit integers, or further if the other bound is beyond it.
    start = (
        Fraction(-widest if high is None else min(-widest, math.floor(high) - 2**32)) if low is None else _exact(low)
    )
    end = (
        Fraction(widest - 1 if low is None else max(widest - 1, math.ceil(low) + 2**32))
        if high is None
        else _exact(high)
    )
    first, last = math.ceil(start / step), math.floor(end / step)
    if low is not None and merged.low_open and first * step == start:
        first += 1
    if high is not None and merged.high_open and last * step == end:
        last -= 1
    return first, last


def _exact(value: float) -> Fraction:
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _inner(bound: float | None, is_open: bool, towards: float) -> float | None:
    if bound is None:
        return None
    try:
        value = float(bound)
    except OverflowError:
        return None
    outside = value < bound if towards > 0 else value > bound
    return math.nextafter(value, towards) if is_open or outside else value


def _common(steps: list[Fraction]) -> Fraction:
    """Return the least number that is a multiple of every step."""
    common = steps[0]
    for step in steps[1:]:
        numerator = math.lcm(common.numerator * step.denominator, step.numerator * common.denominator)
        common = Fraction(numerator, common.denominator * step.denominator)
    return common
