"""Whole days: a span of more than a day of which only the rest beyond whole days counts.

fee("2024-05-01T08:00", "2024-05-01T10:00")     500
fee("2024-05-01T08:00", "2024-05-01T11:00")     700
fee("2024-05-01T08:00", "2024-05-03T10:00")     500: two days are dropped
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from .moments import moments_in, with_moments

__all__ = ["judge_whole_days"]

_SHARE = 0.08
_MAX_BASES = 4
_START = dt.datetime(2024, 5, 1, 8)
_SHORT, _LONGER, _DAY = dt.timedelta(hours=2), dt.timedelta(hours=3), dt.timedelta(days=1)
_SPANS = (_SHORT, _LONGER, _SHORT + _DAY, _LONGER + _DAY, _SHORT + 2 * _DAY)
#: Days and moments in an answer.
_MOMENT = regex(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")


def judge_whole_days(subject: Subject) -> bool:
    """Judge that the answer about a span of two moments follows its days, if it follows its hours.

    The tool must refuse a span that ends before it begins: its moments then stand in the course of time.

    Returns:
        Whether the answers follow the hours.

    Raises:
        CheckFailure: If spans of two hours, and of a day or two more, have one answer, and three hours another, twice.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            if len(moments_in(base, with_offsets=True)) != 2 or not fits(subject.schema, _moved(base, _START)):
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
