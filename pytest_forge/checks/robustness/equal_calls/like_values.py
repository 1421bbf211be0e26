"""Like values: values of an argument that share a part which a careless author may take for the whole.

day         2020-06-30 and 2020-07-01 share the year; the tool's data change in between
time        08:00 and 08:59 share the hour
text        "north-1" and "north-2" share the first letters, "Ada" and "ADA" all but the case
number      104 and 96 are both about 100
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....regex import regex
from ....strategies.mined_constants import author_functions, mined_constants
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.held_values import nested_codes
from ....targets.subject import Subject
from ...calls.known_values import known_values, quoted_values
from .alike_keys import AlikeCalls

__all__ = ["like_calls", "pairs_of_days"]

_MAX_OF_ONE, _MAX_DAYS, _MAX_NEAR, _MAX_BESIDE, _MAX_CALLS = 20, 8, 2, 5, 240
_MAX_DEPTH, _MAX_ITEMS = 6, 400
_DAY = regex(r"(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d.*)?")
_TIME = regex(r"\d\d:\d\d(:\d\d)?")
_TIMES = ("08:00", "08:29", "08:30", "08:59", "09:00", "09:30", "20:00", "20:30")
_ONE_DAY, _WEEK = dt.timedelta(days=1), dt.timedelta(days=7)
#: Numbers around those to which a key may be rounded.
_WHOLE = (1, 2, 4, 6, 9, 10, 11, 14, 16, 49, 51, 96, 100, 104, 149, 151, 996, 1004, 1449, 1551)
_PARTS = (1.01, 1.04, 1.2, 1.4, 1.6, 1.9, 12.344, 12.346, 96.2, 104.7)
#: Steps from a limit to numbers that a key with fewer digits takes for it, and how many limits of the code are tried.
_BESIDE, _MAX_LIMITS, _LARGEST = (-0.4, -0.04, -0.004, 0.0, 0.004, 0.04, 0.4), 6, 10_000


def like_calls(subject: Subject, base: Mapping[str, Any], *, with_numbers: bool) -> list[dict[str, Any]]:
    """Return calls that differ from *base* in one argument, or in a day and one more; like values stand together.

    Args:
        subject: The tool.
        base: A call that works.
        with_numbers: Whether numbers change as well.
    """
    view = FlatSchema(subject.schema)
    found: list[dict[str, Any]] = []
    for call in itertools.chain(_with_other_days(subject, base), _with_others(subject, base, with_numbers)):
        if call not in found and view.fits(subject.schema, call):
            found.append(call)
        if len(found) >= _MAX_CALLS:
            break
    return found


def pairs_of_days(subject: Subject, base: Mapping[str, Any], *, limit: int) -> list[AlikeCalls]:
    """Return calls like *base* with a day, each with the one for the day after, at which the tool's data may change.

    They are in the order of days: what is kept of a year is that of its first day, and in reverse that of its last one.
    """
    view = FlatSchema(subject.schema)
    found = []
    for first, second in itertools.pairwise(_with_other_days(subject, base)):
        names = [name for name in second if first[name] != second[name]]
        days = [_read_day(call[names[0]]) for call in (first, second)] if len(names) == 1 else [None, None]
        is_next = days[0] is not None and days[0] + _ONE_DAY == days[1]
        if is_next and view.fits(subject.schema, first) and view.fits(subject.schema, second):
            found.append(AlikeCalls((names[0],), first, second))
    distinct = [pair for number, pair in enumerate(found) if pair not in found[:number]][:limit]
    return sorted(distinct, key=lambda pair: str(pair.first[pair.names[0]]))


def _with_other_days(subject: Subject, base: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield calls with other days, and those again with the values of another text, to which a day may belong."""
    days = [name for name, value in base.items() if isinstance(value, str) and _read_day(value)]
    if not days:
        return
    held = _days_held(subject)
    texts = [name for name, value in base.items() if isinstance(value, str) and name not in days]
    for name in days:
        values = list(_days_like(base[name], held))
        yield from ({**base, name: value} for value in values)
        for other in texts:
            beside = [text for text in _texts_like(subject, other, base[other]) if text != base[other]]
            for text in beside[:_MAX_BESIDE]:
                yield from ({**base, name: value, other: text} for value in values)


def _days_like(given: str, held: Iterable[dt.date]) -> Iterator[str]:
    """Yield the days that the tool holds, each behind the day before, and others like those next to the given one."""
    own, rest = _read_day(given), given[len("2020-01-01") :]
    if own is None:
        return
    near = sorted(held, key=lambda day: abs((day - own).days))[:_MAX_DAYS]
    others = [dt.date(own.year, 7, 1), dt.date(own.year, own.month, 15)]
    for day in (*near, *others):
        yield from (f"{day - _ONE_DAY}{rest}", f"{day}{rest}")
    for day in (*near[:_MAX_NEAR], own):
        # The same weekday, and the same day of another year.
        yield from (f"{day - _WEEK}{rest}", f"{_year_before(day)}{rest}")


def _year_before(day: dt.date) -> dt.date:
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)


def _with_others(subject: Subject, base: Mapping[str, Any], with_numbers: bool) -> Iterator[dict[str, Any]]:
    numbers = [number for number in mined_constants(subject.tool).numbers if type(number) is int]
    for name, value in base.items():
        values: list[Any] = []
        if isinstance(value, str) and _TIME.fullmatch(value):
            values = [f"{time}{value[5:]}" for time in _TIMES]
        elif isinstance(value, str) and value and not _read_day(value):
            values = _texts_like(subject, name, value)
        elif with_numbers and (type(value) is float or (type(value) is int and _may_be_part(subject, name))):
            yield from ({**base, name: part} for part in _parts_around(subject))
            values = [*_PARTS, *map(float, _WHOLE)]
        elif with_numbers and type(value) is int:
            values = [*(near for number in numbers[:4] for near in (number - 1, number, number + 1)), *_WHOLE]
        yield from ({**base, name: other} for other in values[:_MAX_OF_ONE])


def _may_be_part(subject: Subject, name: str) -> bool:
    view = FlatSchema(subject.schema)
    return any("number" in types_of(flat) for flat in view.alternatives(view.arguments.get(name)))


def _parts_around(subject: Subject) -> Iterator[float]:
    """Yield numbers around those of the tool's code, where an answer may go from one step to the next."""
    known = [number for number in mined_constants(subject.tool).numbers if 0 < number <= _LARGEST]
    limits = sorted(known, key=lambda number: type(number) is not float)[:_MAX_LIMITS]
    yield from (round(limit + step, 6) for limit in limits for step in _BESIDE)


def _texts_like(subject: Subject, name: str, value: str) -> list[str]:
    """Return other values of a text: its choices, or what the tool's program holds and quotes, sorted by letters."""
    node = (subject.schema.get("properties") or {}).get(name)
    choices = node.get("enum") if isinstance(node, Mapping) else None
    if isinstance(choices, list):
        return [text for text in choices if isinstance(text, str)][:_MAX_OF_ONE]
    known = known_values(subject)
    others = [*known.siblings(name, value), *quoted_values(subject).values_for(name, value)]
    others += known.values_for(name, value)[: _MAX_OF_ONE // 2]
    likely = [text for text in dict.fromkeys(others) if isinstance(text, str)][: _MAX_OF_ONE // 2]
    swapped = (text.swapcase() for text in (value, *likely[:2]))
    return sorted({value, *likely, *swapped, f"{value}{value[-1]}"})


def _days_held(subject: Subject) -> list[dt.date]:
    """Return the days that a function's code and tables hold, or the program of a server and its files."""
    found = [_read_day(text) for text in known_values(subject).values_for("day", "")]
    for function in () if subject.is_served else author_functions(subject.tool):
        for code in nested_codes(function.__code__):
            found += _days_in(code.co_consts)
            for name in code.co_names:
                found += _days_in(function.__globals__.get(name))
    return [day for day in dict.fromkeys(found) if day is not None]


def _days_in(value: Any, depth: int = 0) -> Iterator[dt.date | None]:
    if isinstance(value, dt.date):
        yield value.date() if isinstance(value, dt.datetime) else value
    elif isinstance(value, str):
        yield _read_day(value)
    elif depth < _MAX_DEPTH and type(value) in (list, tuple, dict, set, frozenset):
        parts = [*value, *value.values()] if type(value) is dict else list(value)
        for part in parts[:_MAX_ITEMS]:
            yield from _days_in(part, depth + 1)


def _read_day(text: str) -> dt.date | None:
    found = _DAY.fullmatch(text)
    try:
        day = dt.date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None
    return day if day and day.year > 1 else None
