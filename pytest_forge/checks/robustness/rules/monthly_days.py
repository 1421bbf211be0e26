"""Monthly days: the dates of a series of months, which loses the day of its start behind a short month.

series(start="2024-01-15")     2024-01-15, 2024-02-15, 2024-03-15
series(start="2024-01-31")     2024-01-31, 2024-02-29, 2024-03-29     31 March exists
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from .answer_series import answer_series
from .told_later import told_later

__all__ = ["judge_monthly_days"]

_SHARE = 0.1
_MAX_BASES = 3
_MAX_CHOICES = 6
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_PLAIN, _LAST = "2024-01-15", "2024-01-31"
_COUNT = 6


def judge_monthly_days(subject: Subject) -> bool:
    """Judge that a series of months keeps the day of its start, as far as a month has that day.

    It is one if, for a start in the middle of a month, all dates of the answer are on its day.

    Returns:
        Whether a series was found.

    Raises:
        CheckFailure: If a date has the day to which an earlier month cut the start down.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        bases = [
            one for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES] for one in _choices(subject, base)
        ]
        for base in patience.each(bases):
            for name in [name for name, value in base.items() if isinstance(value, str) and _DATE.match(value)]:
                # Enough months to get past a short one.
                numbers = {other: _COUNT for other, value in base.items() if type(value) is int}
                for numbered in ({**base, **dict.fromkeys(list(numbers)[-1:], _COUNT)}, {**base, **numbers}, base):
                    plain, last = (_with_date(numbered, name, start) for start in (_PLAIN, _LAST))
                    if not fits(subject.schema, plain) or not fits(subject.schema, last):
                        continue
                    monthly = {
                        place
                        for place, days in _dates(subject, fast.call(plain)).items()
                        if len({(day.year, day.month) for day in days}) > 2 and {day.day for day in days} == {15}
                    }
                    dates = _dates(subject, fast.call(last)) if monthly else {}
                    judged = judged or not monthly.isdisjoint(dates)
                    for place in monthly & dates.keys():
                        lost = _lost(dates[place])
                        if lost is not None:
                            raise CheckFailure(
                                "lost_day",
                                f"With {last[name]!r} in {name!r}, the series goes on with {lost.isoformat()} behind a "
                                "shorter month. Compute each date from the start, and not from the one before.",
                                about=name,
                                arguments=last,
                            )
    return judged


def _choices(subject: Subject, base: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a call, and the same call with each other choice of its schema, such as "month" for "day"."""
    found = [base]
    view = FlatSchema(subject.schema)
    for name, node in (view.root.get("properties") or {}).items():
        choices = [choice for flat in view.alternatives(node) for choice in flat.get("enum") or () if name in base]
        found += [{**base, name: choice} for choice in choices[:_MAX_CHOICES] if choice != base[name]]
    return found


def _with_date(call: dict[str, Any], name: str, start: str) -> dict[str, Any]:
    return {**call, name: _DATE.sub(start, call[name], count=1)}


def _dates(subject: Subject, made: Outcome) -> dict[str, list[date]]:
    """Return the series of an answer, and of later ones about its record, in which every text begins with a date."""
    found = {}
    for number, outcome in enumerate(told_later(subject, made)):
        for place, texts in answer_series(outcome.value).items() if outcome.succeeded else ():
            if texts and all(isinstance(text, str) and _DATE.match(text) for text in texts):
                with suppress(ValueError):
                    found[f"{number} {place}"] = [date.fromisoformat(text[:10]) for text in texts]
    return found


def _lost(days: Sequence[date]) -> date | None:
    """Return the first date whose day is that of a shorter month before it, though its own month has the 31st."""
    shortest = 31
    for day in days:
        length = calendar.monthrange(day.year, day.month)[1]
        if day.day == shortest < min(31, length):
            return day
        if day.day == length:
            shortest = min(shortest, length)
    return None
