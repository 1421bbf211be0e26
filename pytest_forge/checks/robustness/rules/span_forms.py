"""Span forms: the ways in which the arguments of a call tell spans of time, or of numbers.

["09:00-10:30"]                           two moments in one text
[["09:00", "10:30"]]                      pairs
[{"start": "09:00", "end": "10:30"}]      records
[{"start": "09:00", "minutes": 90}]       a length in place of an end
starts=["09:00"], ends=["10:30"]          two lists side by side
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct

from ....profile.span_ends import are_ends
from ....regex import regex
from ....strategies.calls.written_moments import later_moment

__all__ = ["Span", "SpanForm", "span_forms"]

Span = tuple[int, int]
"""The start and the end of a span, in steps after the start of the first one."""

_MAX_PAIRS = 3
_HALF_AN_HOUR, _DAY = timedelta(minutes=30), timedelta(days=1)
#: Two moments in one text, with signs or a word between them.
_WRITTEN = regex(r"(\d[\d:T-]*\d|\d)(\s*(?:-|\u2013|/|\.\.|to|until)\s*)(\d[\d:T-]*\d|\d)")
#: Two moments where a call has texts of which no form is known.
_SEEDS = (("09:00", "10:00"), ("2024-03-04", "2024-03-06"), ("2024-03-04T09:00:00", "2024-03-04T10:00:00"))
#: A step as time, and what it is in the number of a length: minutes, hours, seconds, days.
_LENGTHS = ((_HALF_AN_HOUR, 30), (2 * _HALF_AN_HOUR, 1), (_HALF_AN_HOUR, 1800), (_DAY, 1))
_NUMBER_STEPS = (30, 1)
#: Makes a pair, or an item, for a span; None if there is none of this form.
_Maker = Callable[[Span], Any]


class SpanForm(Struct, frozen=True):
    """A way to tell spans in a call.

    Attributes:
        call: The call.
        name: The argument, the first one of two.
        arguments: Makes the arguments for spans; None if there are none of this form.
    """

    call: dict[str, Any]
    name: str
    arguments: Callable[[Sequence[Span]], dict[str, Any] | None]

    def call_with(self, spans: Sequence[Span]) -> dict[str, Any] | None:
        """Return the call with other spans; None if there are none of this form."""
        made = self.arguments(spans)
        return None if made is None else {**self.call, **made}


def span_forms(call: Mapping[str, Any]) -> Iterator[SpanForm]:
    """Yield the forms of spans in the lists of a call."""
    lists = {name: value for name, value in call.items() if isinstance(value, list) and value}
    for name, value in lists.items():
        yield from (SpanForm(dict(call), name, _in_one_list(name, maker)) for maker in _items(value[0]))
    for first, last in itertools.islice(itertools.permutations(lists, 2), _MAX_PAIRS):
        if are_ends(first, last):
            for maker in _pairs(lists[first][0], lists[last][0]):
                yield SpanForm(dict(call), first, _in_two_lists(first, last, maker))


def _in_one_list(name: str, maker: _Maker) -> Callable[[Sequence[Span]], dict[str, Any] | None]:
    def arguments(spans: Sequence[Span]) -> dict[str, Any] | None:
        items = [maker(span) for span in spans]
        return None if None in items else {name: items}

    return arguments


def _in_two_lists(first: str, last: str, maker: _Maker) -> Callable[[Sequence[Span]], dict[str, Any] | None]:
    def arguments(spans: Sequence[Span]) -> dict[str, Any] | None:
        pairs = [maker(span) for span in spans]
        return None if None in pairs else {first: [pair[0] for pair in pairs], last: [pair[1] for pair in pairs]}

    return arguments


def _items(item: Any) -> Iterator[_Maker]:
    """Yield what makes the items of a list, by one of them."""
    if isinstance(item, str) and (written := _WRITTEN.fullmatch(item)):
        first, between, last = written.groups()
        for pair in _pairs(first, last):
            yield lambda span, pair=pair: None if (ends := pair(span)) is None else f"{ends[0]}{between}{ends[1]}"  # type: ignore[misc]
    elif isinstance(item, list) and len(item) == 2:
        for pair in _pairs(*item):
            yield lambda span, pair=pair: None if (ends := pair(span)) is None else list(ends)  # type: ignore[misc]
    elif isinstance(item, Mapping):
        for first, last in _fields(item):
            for pair in _pairs(item[first], item[last]):
                yield _in_record(item, first, last, pair)


def _in_record(item: Mapping[str, Any], first: str, last: str, pair: _Maker) -> _Maker:
    def made(span: Span) -> Any:
        ends = pair(span)
        return None if ends is None else {**item, first: ends[0], last: ends[1]}

    return made


def _fields(item: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the pairs of fields of a record that may be the ends of a span: those with such names, or two moments."""
    named = [pair for pair in itertools.permutations(item, 2) if are_ends(*pair)]
    moments = sorted((name for name, value in item.items() if _is_moment(value)), key=lambda name: str(item[name]))
    return list(dict.fromkeys([*([(moments[0], moments[1])] if len(moments) == 2 else []), *named]))[:_MAX_PAIRS]


def _pairs(first: Any, last: Any) -> Iterator[_Maker]:
    """Yield what makes the two ends of a span, or its start and its length, by those of another one."""
    if isinstance(first, str) and isinstance(last, str):
        known = _is_moment(first) and _is_moment(last)
        for start in [first] if known else [seed[0] for seed in _SEEDS]:
            yield from (_of_moments(start, step) for step in (_HALF_AN_HOUR, _DAY) if later_moment(start, step))
    elif isinstance(first, str) and _is_number(last):
        for start in [first] if _is_moment(first) else [seed[0] for seed in _SEEDS]:
            yield from (_of_length(start, *unit) for unit in _LENGTHS if later_moment(start, unit[0]))
    elif _is_number(first) and _is_number(last):
        for step in _NUMBER_STEPS:
            yield lambda span, step=step: (first + span[0] * step, first + span[1] * step)  # type: ignore[misc]
            yield lambda span, step=step: (first + span[0] * step, (span[1] - span[0]) * step)  # type: ignore[misc]


def _of_moments(start: str, step: timedelta) -> _Maker:
    def made(span: Span) -> tuple[str, str] | None:
        ends = [later_moment(start, number * step) for number in span]
        return (ends[0], ends[1]) if None not in ends and ends[0] != ends[1] else None  # type: ignore[return-value]

    return made


def _of_length(start: str, step: timedelta, unit: int) -> _Maker:
    def made(span: Span) -> tuple[str, int] | None:
        moment = later_moment(start, span[0] * step)
        return None if moment is None else (moment, (span[1] - span[0]) * unit)

    return made


def _is_moment(value: Any) -> bool:
    return isinstance(value, str) and later_moment(value, timedelta()) is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
