"""Monthly days: the dates of a series of months, which loses the day of its start behind a short month.

series(start="2024-01-15")     2024-01-15, 2024-02-15, 2024-03-15
series(start="2024-01-31")     2024-01-31, 2024-02-29, 2024-03-29     31 March exists
"""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
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
_DATE = regex(r"\d{4}-\d\d-\d\d")
_PLAIN, _LAST = "2024-01-15", "2024-01-31"
_COUNT = 6
#: The period of which readers tell, the entries that they may tell, and how many readers are asked.
_BEFORE, _AFTER, _MANY, _MAX_READERS = "2024-01-01", "2024-12-31", 24, 3


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
                    monthly = _monthly(_dates(told_later(subject, fast.call(plain))))
                    dates = _dates(told_later(subject, fast.call(last))) if monthly else {}
                    if not monthly and numbered is base:
                        monthly = _monthly(_dates(_told_of_period(subject, plain)))
                        dates = _dates(_told_of_period(subject, last)) if monthly else {}
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


def _told_of_period(subject: Subject, call: dict[str, Any]) -> Iterator[Outcome]:
    """Let a server that has no other record make one, and yield what readers of all records tell of the next year."""
    if not subject.is_served or subject.facts.tier == "read":
        return
    readers = [subject.beside(*one) for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    asked = [(reader, given) for reader in readers for given in _calls_of_period(reader)][:_MAX_READERS]
    if asked:
        subject.renew()
        if subject.call(call).succeeded:
            yield from (reader.call(given) for reader, given in asked)


def _calls_of_period(reader: Subject) -> list[dict[str, Any]]:
    """Return a call of a reader for the months behind a start, if it takes no more than days and a limit."""
    fits = FlatSchema(reader.schema).fits
    for usual in candidate_arguments(reader.schema, limit=1):
        days = [name for name, value in usual.items() if isinstance(value, str) and _DATE.match(value)]
        if len(days) > 2 or len(days) + sum(type(value) is int for value in usual.values()) < len(usual):
            return []
        call = usual
        for name, start in zip(days[::-1], (_AFTER, _BEFORE), strict=False):
            call = _with_date(call, name, start)
        many = {**call, **{name: _MANY for name, value in call.items() if type(value) is int}}
        return [one for one in (many, call) if fits(reader.schema, one)][:1]
    return []


def _monthly(dates: Mapping[str, Sequence[date]]) -> set[str]:
    """Return the places of the series that have several months, and the same day of each."""
    return {
        place
        for place, days in dates.items()
        if len({(day.year, day.month) for day in days}) > 2 and {day.day for day in days} == {15}
    }


def _dates(told: Iterable[Outcome]) -> dict[str, list[date]]:
    """Return the series of answers in which every text begins with a date, and those of lines with a date each."""
    found = {}
    for number, outcome in enumerate(told):
        series = answer_series(outcome.value) if outcome.succeeded else {}
        if outcome.succeeded and isinstance(outcome.value, str):
            lines = [_DATE.findall(line) for line in outcome.value.splitlines()]
            series = {"lines": [days[0] for days in lines if len(days) == 1]}
        for place, texts in series.items():
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
