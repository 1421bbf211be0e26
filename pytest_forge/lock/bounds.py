"""Bounds: limits of numbers, texts, lists and objects that a new schema draws closer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .schema_group import SchemaGroup

__all__ = ["bound_changes"]

#: The counting keywords of each type: the lower and the upper one, and what they count.
_COUNTS = {
    "string": ("minLength", "maxLength", "characters"),
    "array": ("minItems", "maxItems", "items"),
    "object": ("minProperties", "maxProperties", "properties"),
}


def bound_changes(name: str, old: SchemaGroup, new: SchemaGroup) -> Iterator[str]:
    """Yield what *new* no longer accepts of the values of one type, to follow the name of the place.

    Args:
        name: The type.
        old: The group before.
        new: The group now.
    """
    if name in ("integer", "number"):
        yield from _of_numbers(old, new, only_integers=name == "integer")
        return
    low, high, what = _COUNTS[name]
    before, after = _highest(old, low, 0), _highest(new, low, 0)
    if name == "object":
        before = max(before, len(old.required()))
    if after > before:
        yield f"needs at least {after:g} {what} now"
    before, after = _lowest(old, high), _lowest(new, high)
    if name == "object" and old.others().is_empty and not old.values("patternProperties"):
        before = min(before, len(old.properties()))
    if after < before:
        yield f"accepts at most {after:g} {what} now"
    if name == "array" and _is_unique(new) and not _is_unique(old) and before > 1:
        yield "accepts no item twice now"
    if name == "string":
        for word in ("pattern", "format"):
            known = old.values(word)
            for given in new.values(word):
                if given not in known:
                    yield f"must match the {word} {str(given)[:60]!r} now"


def _of_numbers(old: SchemaGroup, new: SchemaGroup, *, only_integers: bool) -> Iterator[str]:
    before, after = _least(old, only_integers), _least(new, only_integers)
    if after > before:
        yield f"must be {'above' if after[1] else 'at least'} {_told(after[0])} now"
    upper, now = _most(old, only_integers), _most(new, only_integers)
    if now < upper:
        yield f"must be {'below' if now[1] else 'at most'} {_told(now[0])} now"
    known = [_exact(value) for value in old.values("multipleOf") if _is_number(value)]
    known += [Fraction(1)] if only_integers else []
    for value in new.values("multipleOf"):
        if _is_number(value) and value > 0 and not any((one / _exact(value)).denominator == 1 for one in known):
            yield f"must be a multiple of {value} now"


def _least(group: SchemaGroup, only_integers: bool) -> tuple[float, bool]:
    """Return the lower bound, and whether it is excluded itself; bounds compare as what they leave out."""
    found = (-math.inf, False)
    for word in ("minimum", "exclusiveMinimum"):
        for value in filter(_is_number, group.values(word)):
            is_excluded = word == "exclusiveMinimum"
            if only_integers and math.isfinite(value):
                value, is_excluded = (math.floor(value) + 1 if is_excluded else math.ceil(value)), False
            found = max(found, (value, is_excluded))
    return found


def _most(group: SchemaGroup, only_integers: bool) -> tuple[float, int]:
    """Return the upper bound, and -1 if it is excluded itself: a bound that leaves out more is lower."""
    found: tuple[float, int] = (math.inf, 0)
    for word in ("maximum", "exclusiveMaximum"):
        for value in filter(_is_number, group.values(word)):
            is_excluded = word == "exclusiveMaximum"
            if only_integers and math.isfinite(value):
                value, is_excluded = (math.ceil(value) - 1 if is_excluded else math.floor(value)), False
            found = min(found, (value, -1 if is_excluded else 0))
    return found


def _highest(group: SchemaGroup, word: str, default: float) -> float:
    return float(max([default, *filter(_is_number, group.values(word))]))


def _lowest(group: SchemaGroup, word: str) -> float:
    return float(min([math.inf, *filter(_is_number, group.values(word))]))


def _is_unique(group: SchemaGroup) -> bool:
    return True in group.values("uniqueItems")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _exact(value: Any) -> Fraction:
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _told(value: float) -> str:
    return str(int(value)) if isinstance(value, int) or float(value).is_integer() else str(value)
