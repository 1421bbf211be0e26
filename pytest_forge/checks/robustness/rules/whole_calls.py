"""Whole calls: calls with other amounts, weights and numbers of parts, for parts that are said to add up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from ....strategies.own_names import name_like
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from .part_calls import amount_of

__all__ = ["whole_calls"]

#: Amounts with rests of every kind: small, round, odd and negative ones.
_AMOUNTS = (60, 100, 200, 77, -60, -100, 1, 101, 5, -77, 2, 1000, 9999)
#: Hundredths, for amounts that may have them.
_HUNDREDTHS = (6000, 10001, 5, 1999, 77777, -6000, -4999)
_COUNTS = (3, 2, 7, 6, 40)
#: Weights, or values, with which shares are rounded up, down, both, and not at all: a third of them are even percents.
_WEIGHTS: tuple[tuple[float, ...], ...] = (
    (1, 1, 1),
    (1, 2, 3),
    (3, 1),
    (1, 1, 1, 1, 1, 1, 1),
    (50, 30, 20),
    (1, 1, 1, 1),
    (4, 1, 3, 2),
    (0.1, 0.2, 0.7),
    (1, 1, 1, 1, 1, 1),
    (7, 1, 12),
    (2, 0, 1),
    (5, 5, 5, 5, 5, 5, 4, 1),
    (1, 1000),
    (3, -1, 4, -1, 5),
    (0.5, 1.5, 2.5, 2.5, 3.5),
    (10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
)


def whole_calls(subject: Subject, base: dict[str, Any], name: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls, and what they have in common with those of other amounts, as text.

    Args:
        subject: The tool.
        base: A call of it.
        name: The argument with the amount; None if the lists and objects of the call alone are to be others.
    """
    fits = FlatSchema(subject.schema).fits
    counts = [other for other, value in base.items() if other != name and type(value) is int][:1]
    several = {other: value for other, value in base.items() if isinstance(value, list | dict) and value}
    variants: list[dict[str, Any]] = [{}]
    for number, weights in enumerate(_WEIGHTS):
        variants.append({other: _weighted(value, weights, is_known=False) for other, value in several.items()})
        # A tool may know some items alone.
        if number <= 1:
            variants.append({other: _weighted(value, weights, is_known=True) for other, value in several.items()})
    amounts = [None] if name is None else list(_amounts(base[name]))
    seen: list[dict[str, Any]] = []
    for amount, count, others in itertools.product(amounts, _COUNTS if counts else (None,), variants):
        rest = {**base, **others, **dict.fromkeys(counts, count)}
        call = rest if name is None else {**rest, name: amount}
        if call not in seen and fits(subject.schema, call):
            seen.append(call)
            yield str({other: value for other, value in call.items() if other != name}), call


def _amounts(value: Any) -> Iterator[Any]:
    """Yield amounts in the form of a value: whole numbers, and for others also those with hundredths."""
    if type(value) is int:
        yield from _AMOUNTS
        return
    for whole, part in itertools.zip_longest(_AMOUNTS, _HUNDREDTHS):
        for number in (Decimal(whole), None if part is None else Decimal(part).scaleb(-2)):
            if number is not None:
                yield f"{number:.{len(value.partition('.')[2])}f}" if isinstance(value, str) else float(number)


def _weighted(value: Any, weights: tuple[float, ...], *, is_known: bool) -> Any:
    """Return a list or an object with as many items as there are weights, and these in the place of its numbers."""
    if isinstance(value, Mapping):
        if not all(amount_of(part) is not None for part in value.values()):
            return value
        keys = [*value, *(key for key in "abcdefghijkl" if key not in value)]
        sample = next(iter(value.values()))
        return {key: _like(sample, weight) for key, weight in zip(keys, weights, strict=False)}
    items = list(value)
    while len(items) < len(weights):
        items.append(items[-1] if is_known else _another(items[-1]))
    return [_with(item, weight) for item, weight in zip(items, weights, strict=False)]


def _with(item: Any, weight: float) -> Any:
    """Return an item that is a weight, or the first number of a record as a weight."""
    if isinstance(item, Mapping):
        key = next(
            (key for key, part in item.items() if isinstance(part, int | float) and type(part) is not bool), None
        )
        return item if key is None else {**item, key: _like(item[key], weight)}
    return item if isinstance(item, bool) or amount_of(item) is None else _like(item, weight)


def _like(sample: Any, weight: float) -> Any:
    if isinstance(sample, str):
        return f"{weight:.{len(sample.partition('.')[2])}f}"
    return float(weight) if isinstance(sample, float) else weight


def _another(item: Any) -> Any:
    """Return an item with other texts."""
    if isinstance(item, str):
        return item if amount_of(item) is not None else name_like(item)
    return {key: _another(part) for key, part in item.items()} if isinstance(item, Mapping) else item
