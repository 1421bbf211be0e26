"""Nested spans: a span of time that lies within another one changes an answer, although overlapping ones are joined.

free(["09:00-12:00", "11:00-13:00"])     free from 13:00, as with 09:00-13:00
free(["09:00-12:00", "09:00-12:00"])     free from 12:00, as with one of them
free(["09:00-12:00", "09:30-10:00"])     free from 10:00: the span that ends first counts as the last one
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from ....strategies.calls.written_moments import later_moment
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from .planted_answer import planted_answer

__all__ = ["judge_nested_spans"]

_MAX_CALLS, _MAX_BASES = 8, 2
_STEPS = (timedelta(minutes=30), timedelta(days=1))
#: Two moments in one text, with signs or a word between them.
_WRITTEN = re.compile(r"(\d[\d:T-]*\d|\d)(\s*(?:-|\u2013|/|\.\.|to|until)\s*)(\d[\d:T-]*\d|\d)")
#: Starts and ends in steps after the start of a span that works. All but the nested ones tell that spans are joined.
_WHOLE, _JOINED = (0, 6), (((0, 4), (2, 6)), ((2, 6), (0, 4)), ((0, 6), (0, 6)))
_NESTED = (((0, 6), (2, 3)), ((2, 3), (0, 6)), ((0, 6), (0, 3)), ((0, 6), (1, 2), (3, 5)))
_APART = ((0, 2), (4, 6))

#: The start and the end of a span.
_Span = tuple[int, int]


def judge_nested_spans(subject: Subject) -> bool:
    """Judge that a tool which joins spans that overlap joins those that lie within others as well.

    Returns:
        Whether the tool joins spans.

    Raises:
        CheckFailure: If a span within another one makes a difference.
    """
    fits = FlatSchema(subject.schema).fits
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    places = [(call, name) for call in calls for name, value in call.items() if _is_list_of_spans(value)]
    judged = False
    for base, name in subject.patience().each(places[:_MAX_BASES]):

        def answer(spans: Sequence[_Span], base: dict[str, Any] = base, name: str = name) -> str | None:
            made = [_moved(base[name][0], span) for span in spans]
            call = {**base, name: made}
            return planted_answer(subject, call) if None not in made and fits(subject.schema, call) else None

        whole = answer([_WHOLE])
        if whole is None or answer(_APART) in (whole, None) or any(answer(spans) != whole for spans in _JOINED):
            continue
        judged = True
        for spans in _NESTED:
            found = answer(spans)
            if found is not None and found != whole and answer(spans) == found:
                given = [_moved(base[name][0], span) for span in spans]
                raise CheckFailure(
                    "nested_span_counts",
                    f"Given {given[spans.index(_WHOLE)]!r} in {name!r} and another span that lies within it, the tool "
                    "answers otherwise than without that one, although it joins spans that overlap. The end so far is "
                    "the latest of all ends, and not that of the span which starts last.",
                    about=name,
                    arguments={**base, name: given},
                )
    return judged


def _is_list_of_spans(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and _moved(value[0], _WHOLE) is not None


def _moved(item: Any, span: _Span) -> Any:
    """Return an item with the given start and end, in steps after its start; None if it is no span of time."""
    for step in _STEPS:
        if isinstance(item, str) and (written := _WRITTEN.fullmatch(item)):
            ends = _ends([written[1], written[3]], span, step)
            if ends:
                return f"{ends[0]}{written[2]}{ends[1]}"
        elif isinstance(item, list) and len(item) == len(list(_moments(item))) == 2:
            if ends := _ends(item, span, step):
                return ends
        elif isinstance(item, dict):
            names = [name for name, value in item.items() if any(_moments([value]))]
            if len(names) == 2 and (ends := _ends([item[name] for name in names], span, step)):
                return {**item, **dict(zip(names, ends, strict=True))}
    return None


def _moments(values: Sequence[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str) and later_moment(value, timedelta()) is not None:
            yield value


def _ends(moments: Sequence[str], span: _Span, step: timedelta) -> list[str] | None:
    first, last = moments
    made = [later_moment(first, number * step) for number in span]
    found = [one for one in made if one is not None]
    return found if first < last and len(set(found)) == 2 else None
