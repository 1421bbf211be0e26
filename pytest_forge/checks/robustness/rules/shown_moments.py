"""Shown moments: an answer whose number of hours is not what lies between its own moments, over a change of the clocks.

13 January     22:00+01:00 to 07:00+01:00, 540 minutes
30 March       22:00+01:00 to 07:00+02:00, 540 minutes, though 480 lie between these two moments

Moments of one zone are subtracted as the clocks on the wall show them, without their offsets.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers
from .nights import CHANGES, ORDINARY

__all__ = ["judge_shown_moments"]

_SHARE = 0.1
_MAX_BASES, _MAX_LEAVES = 6, 40
_DAY = regex(r"\d{4}-\d\d-\d\d")
_MOMENT = regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d")
#: Seconds of the units in which a number may count.
_UNITS = (1, 60, 3600)

#: The places of two moments and of a number, and the seconds of its unit.
_Rule = tuple[str, str, str, int]


def judge_shown_moments(subject: Subject) -> bool:
    """Judge that a number of hours, minutes or seconds is what lies between two moments of the same answer.

    Returns:
        Whether it is on two ordinary days.

    Raises:
        CheckFailure: If it is what the clocks on the wall show on a day of their change, twice.
    """
    if subject.is_served and subject.facts.tier != "read":
        return False
    judged = False
    for base in subject.patience(_SHARE).each(_bases(subject)):
        first, *others = (_told(subject, [_on_day(base, day)]) for day in ORDINARY[1:])
        rules = _rules(first[0]) if first else []
        rules = [rule for rule in rules if others[0] and rule in _rules(others[0][0])]
        judged = judged or bool(rules)
        calls = [_on_day(base, day) for day in CHANGES] if rules else []
        told = _told(subject, calls)
        for call, values in zip(calls, told, strict=False):
            for rule in rules:
                if _is_of_the_wall(values, rule) and _told(subject, [call]) == [values]:
                    start, end, number, _ = rule
                    raise CheckFailure(
                        "clock_change_ignored",
                        f"{number.lstrip('/')!r} is {values[number]:g} in an answer with {values[start]} and "
                        f"{values[end]}, between which lies another time: the clocks are changed. Convert moments to "
                        "UTC before you subtract them.",
                        arguments=call,
                    )
    return judged


def _bases(subject: Subject) -> list[dict[str, Any]]:
    """Return ordinary calls with a day, one of each choice."""
    with_day = [call for call in calls_that_fit(subject, limit=_MAX_BASES) if _days(call)]
    properties = FlatSchema(subject.schema).root.get("properties") or {}
    choices = {name: node["enum"] for name, node in properties.items() if isinstance(node, Mapping) and "enum" in node}
    more = [{**call, name: choice} for call in with_day[:1] for name in choices for choice in choices[name]]
    every = [*with_day, *more]
    return [call for number, call in enumerate(every) if call not in every[:number]][:_MAX_BASES]


def _days(call: Mapping[str, Any]) -> list[str]:
    return [name for name, value in call.items() if isinstance(value, str) and _DAY.match(value)]


def _on_day(call: Mapping[str, Any], day: dt.date) -> dict[str, Any]:
    """Return a call whose days, and those of its moments, are moved alike, so that the first one is that day."""
    names = _days(call)
    try:
        days = [dt.date.fromisoformat(call[name][:10]) for name in names]
        moved = [day + (one - days[0]) for one in days]
    except (ValueError, OverflowError):
        return dict(call)
    return {**call, **{name: f"{one}{call[name][10:]}" for name, one in zip(names, moved, strict=True)}}


def _told(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the moments and the numbers of each answer by their place; nothing for a call that fails."""
    answers = fresh_answers(subject, list(calls)) or [] if calls else []
    return [dict(itertools.islice(_leaves(json.loads(answer)), _MAX_LEAVES)) if answer else {} for answer in answers]


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _leaves(part, f"{place}/{key}")
    elif isinstance(value, str) and _MOMENT.fullmatch(value):
        yield place, dt.datetime.fromisoformat(value)
    elif isinstance(value, int | float) and not isinstance(value, bool) and value:
        yield place, value


def _rules(values: Mapping[str, Any]) -> list[_Rule]:
    """Return which numbers of an answer are what lies between two of its moments."""
    moments = [place for place, value in values.items() if isinstance(value, dt.datetime)]
    numbers = [place for place in values if place not in moments]
    return [
        (start, end, number, unit)
        for start, end in itertools.permutations(moments, 2)
        for number in numbers
        for unit in _UNITS
        if values[number] * unit == (values[end] - values[start]).total_seconds()
    ]


def _is_of_the_wall(values: Mapping[str, Any], rule: _Rule) -> bool:
    """Tell whether a number is what lies between the times of day of two moments, and not between the moments."""
    start, end, number, unit = rule
    if not all(place in values for place in (start, end, number)):
        return False
    real = (values[end] - values[start]).total_seconds()
    on_the_wall = (values[end].replace(tzinfo=None) - values[start].replace(tzinfo=None)).total_seconds()
    return bool(values[number] * unit == on_the_wall != real)
