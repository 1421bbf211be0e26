"""Carried fields: a number that is rounded up to a whole unit in its own field, and is not carried to the next one.

clock(59.4)     "0:59"
clock(59.7)     "0:60"
clock(60)       "1:00"     a moment later, and written as it should be

The same happens in "00:00:01,1000", which is 00:00:02,000, in "12°60'", and in "0.100" for 99.9 cents.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_carried_fields"]

_SHARE = 0.1
_MAX_BASES, _MAX_TEXTS, _DEEPEST = 4, 40, 4
_SIXTY = 60
#: A number a little below one at which a field becomes full, and that number.
_CLOSE = (
    *((59.9996, 60), (59.7, 60), (3599.9996, 3600), (3599.7, 3600), (119.96, 120), (0.9996, 1), (1.9996, 2)),
    *((1.999999, 2), (11.99999999, 12), (59_999, 60_000), (3599, 3600), (3_599_999, 3_600_000)),
)
_PLAIN = regex(r"\d{1,6}(?:\.\d{1,4})?")
#: A time with a fraction in a text.
_TIME = regex(r"(?<![\d:])(\d\d?:\d\d:\d\d)([.,])(\d{1,6})(?!\d)")
#: Times a little below a second, factors that bring them close to it, and the second.
_FACTORS = (1.0004, 1.00049, 1.0001, 0.99999)
_NUMBERS = regex(r"\d+")
_BETWEEN = regex(r"[^\d\n]{1,12}")
_FRACTION = frozenset(".,")
#: What a number is multiplied with to get another field, and how often the difference is halved.
_STEPS, _HALVINGS = (1.4, 0.6, 3.1, 0.1), 40

#: A call with a number a little below a whole one, the same with the whole one, and the argument.
_Pair: TypeAlias = tuple[dict[str, Any], dict[str, Any], str]


class _Text(Struct, frozen=True):
    """A text of an answer: its numbers, and what stands between them."""

    numbers: tuple[str, ...]
    between: tuple[str, ...]


def judge_carried_fields(subject: Subject) -> bool:
    """Judge that what is a little less than a whole unit is not written with a full field below the unit.

    Returns:
        Whether answers have fields which are carried, such as minutes and seconds.

    Raises:
        CheckFailure: If one of two calls with almost equal values has a full field where the other one has the next
            field raised by one and this one empty.
    """
    fits = FlatSchema(subject.schema).fits
    is_judged = False
    with FastCalls(subject) as fast:
        pairs = itertools.chain(_pairs(subject), _pairs_at_steps(subject, fast))
        for below, above, name in subject.patience(_SHARE).each(pairs):
            if not fits(subject.schema, below) or not fits(subject.schema, above):
                continue
            full = _full_field(fast, below, above)
            is_judged = is_judged or full is not None
            if full and _full_field(fast, below, above):
                raise CheckFailure(
                    "field_not_carried",
                    f"The answer has {full!r}, in which a field is full; with a slightly larger value the unit before "
                    "it is raised instead. Round the whole value to its smallest unit first, and divide it afterwards.",
                    about=name,
                    arguments=below,
                )
    return is_judged


def _pairs(subject: Subject) -> Iterator[_Pair]:
    """Yield calls with a value a little below a whole one, the same with the whole one, and the argument."""
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        numbers = [name for name, value in base.items() if type(value) in (int, float)]
        for name, value in base.items():
            if name in numbers:
                for below, above in _CLOSE:
                    yield {**base, name: below}, {**base, name: above}, name
            elif isinstance(value, str) and _PLAIN.fullmatch(value):
                for below, above in _CLOSE:
                    yield {**base, name: str(below)}, {**base, name: str(above)}, name
            elif isinstance(value, str) and _TIME.search(value):
                low, high = _TIME.sub(_just_before, value), _TIME.sub(_just_after, value)
                factors = [dict.fromkeys(numbers, factor) for factor in _FACTORS] if numbers else [{}]
                for given in factors:
                    whole = dict.fromkeys(given, 1)
                    yield {**base, name: low, **given}, {**base, name: high, **whole}, name


def _pairs_at_steps(subject: Subject, fast: FastCalls) -> Iterator[_Pair]:
    """Yield calls on both sides of the number at which a field of the answer gets another value, and the argument."""
    for base in plausible_calls(subject, limit=1)[:1]:
        told = _texts_of(fast, base)
        places = [place for place, text in told.items() if len(text.numbers) > 1]
        properties = FlatSchema(subject.schema).root.get("properties") or {}
        numbers = [name for name, value in base.items() if type(value) in (int, float)]
        for name in [name for name in numbers if "number" in str(properties.get(name)) and places]:
            for factor in _STEPS:
                ends = (float(base[name]), base[name] * factor)
                raised = [_field(_texts_of(fast, {**base, name: end}), places[0]) for end in ends]
                if None in raised or raised[0] == raised[1]:
                    continue
                low, high = ends
                for _ in range(_HALVINGS):
                    middle = (low + high) / 2
                    field = _field(_texts_of(fast, {**base, name: middle}), places[0])
                    low, high = (middle, high) if field == raised[0] else (low, middle)
                yield {**base, name: low}, {**base, name: high}, name
                yield {**base, name: high}, {**base, name: low}, name
                break


def _texts_of(fast: FastCalls, call: dict[str, Any]) -> dict[str, _Text]:
    outcome = fast.call(call)
    return dict(_texts(outcome.value, "", 0)) if outcome.succeeded else {}


def _field(told: Mapping[str, _Text], place: str) -> str | None:
    """Return the last field but one of a text, which the last one is carried to."""
    text = told.get(place)
    return text.numbers[-2] if text is not None and len(text.numbers) > 1 else None


def _just_before(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}{'9' * len(found[3])}"


def _just_after(found: re.Match[str]) -> str:
    hours, minutes, seconds = map(int, found[1].split(":"))
    whole = (hours * _SIXTY + minutes) * _SIXTY + seconds + 1
    time = f"{whole // 3600:02}:{whole // _SIXTY % _SIXTY:02}:{whole % _SIXTY:02}"
    return f"{time}{found[2]}{'0' * len(found[3])}"


def _full_field(fast: FastCalls, below: dict[str, Any], above: dict[str, Any]) -> str | None:
    """Return the full field with the one before it; "" if there is none, None if no answer has such fields."""
    low, high = (_texts_of(fast, call) for call in (below, above))
    found = None
    for place in low.keys() & high.keys():
        one, other = low[place], high[place]
        if len(one.numbers) != len(other.numbers) or len(one.numbers) < 2:
            continue
        found = found or ""
        for number in range(1, len(one.numbers)):
            if _is_full(one, other, number):
                found = f"{one.numbers[number - 1]}{one.between[number - 1]}{one.numbers[number]}"
    return found


def _is_full(one: _Text, other: _Text, number: int) -> bool:
    """Tell whether a field is full in one text, and empty in the other, which has the unit before it raised by one."""
    full, empty, sign = one.numbers[number], other.numbers[number], one.between[number - 1]
    is_sixtieth = full == str(_SIXTY)
    is_fraction = sign in _FRACTION and full == f"1{'0' * len(empty)}"
    if not (is_sixtieth or is_fraction) or set(empty) != {"0"}:
        return False
    for at in range(number - 1, -1, -1):
        if one.between[at] != other.between[at] or not _BETWEEN.fullmatch(one.between[at]):
            return False
        before, after = int(one.numbers[at]), int(other.numbers[at])
        if before + 1 == after:
            return True
        # The raised unit is full as well, and carried on.
        if (before, after) != (_SIXTY - 1, 0):
            return False
    return False


def _texts(value: Any, place: str, depth: int) -> Iterator[tuple[str, _Text]]:
    """Yield the texts of an answer with digits by place, and its records of whole numbers like texts."""
    if isinstance(value, str):
        between = _NUMBERS.split(value)
        yield place, _Text(tuple(_NUMBERS.findall(value)), tuple(between[1:-1]))
    elif isinstance(value, Mapping | list) and depth < _DEEPEST:
        entries = list(value.items() if isinstance(value, Mapping) else enumerate(value))[:_MAX_TEXTS]
        whole = [(str(key), str(part)) for key, part in entries if type(part) is int and part >= 0]
        if isinstance(value, Mapping) and len(whole) > 1:
            yield f"{place}{{}}", _Text(tuple(part for _, part in whole), tuple(f" {key[:9]} " for key, _ in whole[1:]))
        for key, part in entries:
            yield from _texts(part, f"{place}.{key}", depth + 1)
