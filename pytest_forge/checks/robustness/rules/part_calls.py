"""Part calls: calls that divide an amount into other numbers of parts, and the amounts in their answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from ....strategies.own_names import name_like
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from .answer_series import answer_series

__all__ = ["amount_of", "amounts_of", "part_calls", "parts_of", "unit_of"]

_MAX_AMOUNTS, _ITEMS, _DEEPEST = 2, 3, 3
#: Amounts, and numbers of parts, that divide without a rest, and some that do not.
_AMOUNTS = (60, 120, 100, 101, 77)
_COUNTS = (2, 5, 3, 7, 40)


def amounts_of(base: Mapping[str, Any]) -> list[str]:
    """Return the first arguments of a call that may be an amount."""
    return [name for name, value in base.items() if amount_of(value) is not None][:_MAX_AMOUNTS]


def part_calls(subject: Subject, base: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield a call with other amounts, each with other numbers beside it, and with three keys or items to divide by.

    The items are other ones, and then the same one again, which a tool may know alone.
    """
    fits = FlatSchema(subject.schema).fits
    counts = [other for other, value in base.items() if other != name and type(value) is int]
    maps = {
        other: dict.fromkeys([*value, "b", "c"][:_ITEMS], 1)
        for other, value in base.items()
        if isinstance(value, dict) and value and all(amount_of(part) is not None for part in value.values())
    }
    lists = {other: value for other, value in base.items() if isinstance(value, list) and value}
    different = {other: _different(value) for other, value in lists.items()}
    same = {other: [*value, *value, *value][:_ITEMS] for other, value in lists.items()}
    variants = [{}, *(found for found in (maps, different, same) if found)]
    for amount, count, others in itertools.product(_AMOUNTS, _COUNTS if counts else _COUNTS[:1], variants):
        call = {**base, **others, **dict.fromkeys(counts[:1], count), name: _like(base[name], amount)}
        if fits(subject.schema, call):
            yield call


def parts_of(value: Any) -> Iterator[tuple[str, list[Decimal]]]:
    """Yield the places of an answer with several amounts, which are not all zero behind the first, and these."""
    for place, series in [*answer_series(value).items(), *_of_maps(value, "", 0)]:
        parts = [amount_of(part) for part in series]
        known = [part for part in parts if part is not None]
        if len(known) > 1 and len(known) == len(parts) and any(known[1:]):
            yield place, known


def _of_maps(value: Any, place: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield the values of each key that all records of a map have: {"a": {"cents": 33}, "b": {"cents": 33}}."""
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return
    records = list(value.values())
    if len(records) > 1 and all(isinstance(record, Mapping) for record in records):
        for key in records[0]:
            if all(key in record for record in records):
                yield f"{place}{{}}.{key}", [record[key] for record in records]
    for key, part in value.items():
        yield from _of_maps(part, f"{place}.{key}" if place else str(key), depth + 1)


def amount_of(value: Any) -> Decimal | None:
    """Return a number, or a text that is one, as a decimal; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or (isinstance(value, str) and not value):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def unit_of(numbers: Iterable[Decimal]) -> Decimal:
    """Return one unit of the last digit that a number has behind the point, or one."""
    return Decimal(1).scaleb(min(_exponent(one) for one in numbers))


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) and exponent < 0 else 0


def _like(value: Any, amount: int) -> Any:
    """Return an amount in the form of a value: a number, or a text with as many digits behind the point."""
    if isinstance(value, str):
        return f"{amount:.{len(value.partition('.')[2])}f}"
    return amount


def _different(items: list[Any]) -> list[Any]:
    """Return several items: the first ones, and others of the form of the last one."""
    found = items[:_ITEMS]
    while len(found) < _ITEMS:
        found = [*found, _another(found[-1])]
    return found


def _another(item: Any) -> Any:
    """Return an item with other texts, and the same numbers."""
    if isinstance(item, str):
        return item if amount_of(item) is not None else name_like(item)
    if isinstance(item, Mapping):
        return {key: _another(part) for key, part in item.items()}
    return [_another(part) for part in item] if isinstance(item, list) else item
