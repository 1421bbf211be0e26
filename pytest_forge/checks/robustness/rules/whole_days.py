"""Whole days: a span of more than a day of which only the rest beyond whole days counts.

fee("2024-05-01T08:00", "2024-05-01T10:00")     500
fee("2024-05-01T08:00", "2024-05-01T11:00")     700
fee("2024-05-01T08:00", "2024-05-03T10:00")     500: two days are dropped

A span may begin with a moment that the tool holds:

waiting("2024-05-01T13:00")     5 hours, since 08:00
waiting("2024-05-01T15:00")     7 hours
waiting("2024-05-03T13:00")     5 hours, and so it is for what began at another time of day
"""

from __future__ import annotations

import datetime as dt
import json
import math
from typing import Any

from ....profile.told_daily import tells_of_each_day
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .moments import moments_in, with_moments

__all__ = ["judge_whole_days"]

_SHARE = 0.08
_MAX_BASES = 4
_START = dt.datetime(2024, 5, 1, 8)
_SHORT, _LONGER, _DAY = dt.timedelta(hours=2), dt.timedelta(hours=3), dt.timedelta(days=1)
_SPANS = (_SHORT, _LONGER, _SHORT + _DAY, _LONGER + _DAY, _SHORT + 2 * _DAY)
#: Hours since a moment that is held, which are told in hours, minutes or seconds; and at how many of these.
_HOURS, _LATER_HOURS, _UNITS = 5, 7, (1, 60, 3600)
_SINCE = tuple(
    dt.timedelta(hours=hours) for hours in (_HOURS, _LATER_HOURS, 24 + _HOURS, 24 + _LATER_HOURS, 48 + _HOURS)
)
_MAX_HELD, _FEWEST_HELD = 8, 2
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?")
#: Days and moments in an answer.
_OFFSET = regex(r"(?:Z|[+-]\d\d:\d\d)$")
_MOMENT = regex(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")


def judge_whole_days(subject: Subject) -> bool:
    """Judge that the answer about a span of two moments follows its days, if it follows its hours.

    The tool must refuse a span that ends before it begins: its moments then stand in the course of time. If the call
    has one moment alone, the answer must tell the hours since two moments that the tool holds.

    Returns:
        Whether the answers follow the hours.

    Raises:
        CheckFailure: If spans of some hours, and of a day or two more, have one answer, and more hours another, twice.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            moments = moments_in(base, with_offsets=True)
            if len(moments) not in (1, 2) or not fits(subject.schema, _moved(base, _START)):
                continue
            if len(moments) == 1:
                judged = _judge_since_held(subject, fast, base) or judged
                continue
            if fast.call(_moved(base, _START + _DAY, _START)).succeeded:
                continue
            forms = _forms(fast, base)
            judged = judged or (forms[0] != "" and len({forms[0], forms[1]}) == 2)
            if _drops_days(forms) and _drops_days(_forms(fast, base)):
                raise CheckFailure(
                    "whole_days_dropped",
                    "A span of two hours and one of two days more have the same answer, though one of three hours has "
                    "another. Take the whole span: in Python, total_seconds() and not seconds.",
                    arguments=_moved(base, _START, _START + _SHORT + 2 * _DAY),
                )
    return judged


def _judge_since_held(subject: Subject, fast: FastCalls, base: dict[str, Any]) -> bool:
    """Judge that the hours since moments that the tool holds are told with their days, and return whether some are."""
    held = _held_moments(subject, base)
    if len({moment.time() for moment in held}) < _FEWEST_HELD or tells_of_each_day(all_told_words(subject)):
        # It has happened less than a day ago.
        return False
    found: dict[dt.time, dt.datetime] = {}
    judged = False
    for begun in held[:_MAX_HELD]:
        # After all of them, nothing new is told from one day to the next.
        start = begun + math.ceil((held[0] - begun) / _DAY) * _DAY
        forms = _since(fast, base, start)
        judged = judged or bool(forms)
        if forms and _drops_days(forms) and _since(fast, base, start) == forms:
            found[begun.time()] = start
    if len(found) >= _FEWEST_HELD:
        raise CheckFailure(
            "whole_days_dropped",
            f"The hours since a moment that the tool holds are told as {_HOURS}, and so they are a day and two days "
            f"later, though {_LATER_HOURS} hours are told otherwise. Take the whole span: in Python, total_seconds() "
            "and not seconds.",
            arguments=_moved(base, next(iter(found.values())) + _SINCE[-1]),
        )
    return judged


def _held_moments(subject: Subject, base: dict[str, Any]) -> list[dt.datetime]:
    """Return the moments that the tool holds as the call would give them, without an offset, the latest first."""
    own = dt.datetime.fromisoformat(f"2024-01-01T00:00{_offset(moments_in(base, with_offsets=True)[0])}")
    found = set()
    for text in moments_in(known_values(subject).values_for("", ""), with_offsets=True):
        try:
            moment = dt.datetime.fromisoformat(text)
        except ValueError:
            continue
        found.add(moment.astimezone(own.tzinfo or dt.UTC).replace(tzinfo=None) if moment.tzinfo else moment)
    return sorted(found, reverse=True)


def _offset(moment: str) -> str:
    found = _OFFSET.search(moment)
    return found[0] if found else ""


def _since(fast: FastCalls, base: dict[str, Any], start: dt.datetime) -> list[str]:
    """Return the answers some hours after a moment, and days later; none if they do not tell these hours."""
    first = _form(fast.call(_moved(base, start + _SINCE[0])))
    if _HOURS not in _hours_in(first):
        return []
    forms = [first, *(_form(fast.call(_moved(base, start + span))) for span in _SINCE[1:])]
    told, later = (_hours_in(form) for form in forms[:2])
    return forms if _HOURS not in later and _LATER_HOURS in later - told else []


def _hours_in(form: str) -> set[float]:
    """Return the hours that the numbers of an answer may be, in one of the units."""
    return {float(number) / unit for number in _NUMBER.findall(form) for unit in _UNITS}


def _forms(fast: FastCalls, base: dict[str, Any]) -> list[str]:
    return [_form(fast.call(_moved(base, _START, _START + span))) for span in _SPANS]


def _moved(base: dict[str, Any], *moments: dt.datetime) -> dict[str, Any]:
    return with_moments(base, moments, with_offsets=True)


def _form(outcome: Outcome) -> str:
    """Return an answer without its moments; "" for a call that fails."""
    return _MOMENT.sub("", json.dumps(outcome.value, default=str, sort_keys=True)) if outcome.succeeded else ""


def _drops_days(forms: list[str]) -> bool:
    short, longer, next_day, longer_next_day, third_day = forms
    return "" not in forms and short == next_day == third_day != longer == longer_next_day
