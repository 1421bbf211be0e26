"""Enclosing periods: one that contains a booking is answered as if there was none, unlike one that overlaps it.

conflicts("09:30", "09:45")     the call from 09:00 to 10:00, as for 08:30 to 09:30 and for 09:30 to 10:30
conflicts("08:30", "10:30")     none: neither the start nor the end of this period lies in the call

What is told of the periods that lie in part before a span and in part behind it, and of what both of them share, holds
for both together: of what overlaps a period, of what lies within it, and of what is free or open all the time.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, TypeAlias

from ....strategies.calls.written_moments import later_moment
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.known_values import known_values
from ..lasting_reads import calls_that_fit, lines_of
from .fresh_answers import fresh_answers

__all__ = ["judge_enclosing_periods"]

_SHARE = 0.1
_MAX_BASES, _MAX_MOMENTS, _MAX_SPANS = 2, 12, 16
#: By how much a period begins before a span, and ends behind it.
_STEPS = (timedelta(minutes=1), timedelta(minutes=15), timedelta(days=1))
#: Starts and ends of periods in steps from the start of a span, and from its end.
_ENCLOSING, _INSIDE = ((0, -1), (1, 1)), ((0, 1), (1, -1))
_OVER_START, _OVER_END = ((0, -1), (1, -1)), ((0, 1), (1, 1))
_BEFORE, _BEHIND = ((0, -2), (0, -1)), ((1, 1), (1, 2))
_OTHERS = (_OVER_START, _OVER_END, _BEFORE, _BEHIND)

#: The lines of an answer: each value with its place.
_Lines: TypeAlias = set[str]


def judge_enclosing_periods(subject: Subject) -> bool:
    """Judge that a function, or a server's reader, tells of a span in a period that contains it, as in all others.

    The spans lie between moments that its modules or files hold.

    Returns:
        Whether answers tell of a span for each period that overlaps it, and not beside it.

    Raises:
        CheckFailure: If a period that contains the span is answered like those beside it, twice.
    """
    if subject.is_served and subject.facts.tier != "read":
        return False
    judged = False
    for calls in subject.patience(_SHARE).each(_calls(subject)):
        whole, inside = _answers(subject, calls[:2]) or (_Lines(), _Lines())
        if not whole or not inside or (judged and inside <= whole):
            continue
        told = _answers(subject, calls[2:])
        if told is None or not all(told):
            continue
        over_start, over_end, before, behind = told
        lost = (inside & over_start & over_end) - before - behind
        judged = judged or bool(lost)
        known = before | behind | inside | over_start | over_end
        if lost and _is_nothing(whole, lost, known) and _answers(subject, calls) == [whole, inside, *told]:
            raise CheckFailure(
                "enclosing_period_lost",
                "The answers for two periods tell of the same thing, and so does the one for what both have in common. "
                "The answer for the period that contains both does not. A span overlaps a period if it begins before "
                "the end of the period, and ends after its start.",
                arguments=calls[0],
            )
    return judged


def _is_nothing(whole: _Lines, lost: _Lines, known: _Lines) -> bool:
    """Tell whether an answer has none of the lost lines, and nothing new in their places."""
    places = {_place(line) for line in lost}
    return whole.isdisjoint(lost) and all(line in known for line in whole if _place(line) in places)


def _place(line: str) -> str:
    return line.partition("\t")[0]


def _answers(subject: Subject, calls: list[dict[str, Any]]) -> list[_Lines] | None:
    """Return the lines of what calls answer, without the texts that they give; none for each that fails."""
    told = fresh_answers(subject, calls)
    return None if told is None else [_lines(one, call) for one, call in zip(told, calls, strict=True)]


def _lines(answer: str, call: dict[str, Any]) -> _Lines:
    for value in call.values():
        if isinstance(value, str) and later_moment(value, timedelta()):
            answer = answer.replace(value, "")
    return set(lines_of(json.loads(answer)).split("\n")) if answer else set()


def _calls(subject: Subject) -> list[list[dict[str, Any]]]:
    """Return the calls for each span: with a period that contains it, one inside, and the others."""
    held, fits = known_values(subject), FlatSchema(subject.schema).fits
    found = []
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        names = _ends(base)
        if names is None:
            continue
        values = dict.fromkeys(
            [*(base[name] for name in names), *(one for name in names for one in held.values_for(name, base[name]))]
        )
        moments = [one for one in values if isinstance(one, str) and _is_like(one, base[names[0]])][:_MAX_MOMENTS]
        pairs = itertools.combinations(range(len(moments)), 2)
        for one, other in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
            for periods in _periods(*sorted((moments[one], moments[other]))):
                calls = [{**base, **dict(zip(names, period, strict=True))} for period in periods]
                if all(fits(subject.schema, call) for call in calls):
                    found.append(calls)
    return found[:_MAX_SPANS]


def _ends(base: dict[str, Any]) -> list[str] | None:
    """Return the two arguments of a call that are a period; None if there are none. Their day may stand beside them."""
    names = [name for name, value in base.items() if isinstance(value, str) and later_moment(value, timedelta())]
    if len(names) > 2:
        names = [name for name in names if ":" in base[name]]
    return names if len(names) == 2 and base[names[0]] <= base[names[1]] else None


def _is_like(text: str, other: str) -> bool:
    """Tell whether a text is a moment of the same form."""
    marks = [[sign for sign in one if not sign.isdigit()] for one in (text, other)]
    return len(text) == len(other) and marks[0] == marks[1] and later_moment(text, timedelta()) is not None


def _periods(start: str, end: str) -> Iterator[list[tuple[str, str]]]:
    """Yield periods around a span, for each step that its form allows."""
    for step in _STEPS:
        made = []
        for period in (_ENCLOSING, _INSIDE, *_OTHERS):
            first, last = (later_moment((start, end)[which], number * step) for which, number in period)
            if first and last and first <= last:
                made.append((first, last))
        if len(made) == 2 + len(_OTHERS):
            yield made
