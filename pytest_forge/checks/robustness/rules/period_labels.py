"""Period labels: a week named with its year, in which the turn of the year is that of another one.

2024-01-02     2024-W01
2024-07-03     2024-W27, and 2024-W28 a week later
2024-12-30     2024-W01: two days a year apart are in the same week

A day is an argument, an item of a list, or a field of a record, whose list then has this record alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_period_labels"]

_SHARE = 0.1
_MAX_BASES, _LONGEST, _DEEPEST = 3, 40, 5
_DAY = regex(r"\d{4}-\d\d-\d\d")
_DIGITS = regex(r"\d+")
#: Three weeks in a row, in the middle of a year.
_PLAIN = ("2024-07-03", "2024-07-10", "2024-07-17")
#: Days of different weeks that have the same year, and in ISO 8601 the same number of the week: that of another year.
_TURNS = (("2024-01-02", "2024-12-30"), ("2022-01-01", "2022-12-28"), ("2018-01-02", "2018-12-31"))
_WEEK = dt.timedelta(days=14)


def judge_period_labels(subject: Subject) -> bool:
    """Judge that a name which each week of a year has alone is not that of another week as well.

    Returns:
        Whether an answer names weeks with their years.

    Raises:
        CheckFailure: If two days almost a year apart have the same name, which no day two weeks nearer has.
    """
    fits = FlatSchema(subject.schema).fits
    is_judged = False
    with FastCalls(subject) as fast:

        def labels(base: dict[str, Any], name: str, day: str) -> set[str]:
            call = _with_day(base, name, day)
            outcome = fast.call(call) if fits(subject.schema, call) else None
            value = outcome.value if outcome is not None and outcome.succeeded else None
            return {text for text in _texts(value) if day[:4] in text and not _DAY.search(text)}

        for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            for name in [name for name, value in base.items() if _has_day(value)]:
                first, second, third = (labels(base, name, day) for day in _PLAIN)
                weekly = {_DIGITS.sub("0", text) for text in first - second - third}
                weekly &= {_DIGITS.sub("0", text) for text in second - third}
                weekly &= {_DIGITS.sub("0", text) for text in third - second}
                is_judged = is_judged or bool(weekly)
                for early, late in _TURNS if weekly else ():
                    near = labels(base, name, _moved(early, _WEEK)) | labels(base, name, _moved(late, -_WEEK))
                    shared = (labels(base, name, early) & labels(base, name, late)) - near
                    wrong = sorted(text for text in shared if _DIGITS.sub("0", text) in weekly)
                    if wrong and wrong[0] in labels(base, name, late):
                        raise CheckFailure(
                            "label_given_twice",
                            f"The weeks of {early} and {late} are both named {wrong[0]!r}. The year of a week is not "
                            "always that of its days: take it from date.isocalendar() as well.",
                            about=name,
                            arguments=_with_day(base, name, late),
                        )
    return is_judged


def _has_day(value: Any, depth: int = 0) -> bool:
    """Return whether a value is a day, or its first item or a field of this one is."""
    if isinstance(value, str):
        return _DAY.match(value) is not None
    if depth > _DEEPEST or not isinstance(value, Mapping | list):
        return False
    parts = list(value.values()) if isinstance(value, Mapping) else value[:1]
    return any(_has_day(part, depth + 1) for part in parts)


def _with_day(call: dict[str, Any], name: str, day: str) -> dict[str, Any]:
    return {**call, name: _changed(call[name], day)}


def _changed(value: Any, day: str) -> Any:
    """Return a value with another day, and of a list only the first item."""
    if isinstance(value, str):
        return _DAY.sub(day, value)
    if isinstance(value, Mapping):
        return {key: _changed(part, day) for key, part in value.items()}
    return [_changed(part, day) for part in value[:1]] if isinstance(value, list) else value


def _moved(day: str, by: dt.timedelta) -> str:
    return (dt.date.fromisoformat(day) + by).isoformat()


def _texts(value: Any, depth: int = 0) -> set[str]:
    """Return the short texts and keys of an answer."""
    if isinstance(value, str):
        return {value} if len(value) <= _LONGEST else set()
    if depth > _DEEPEST or not isinstance(value, Mapping | list):
        return set()
    parts = [*value, *value.values()] if isinstance(value, Mapping) else value
    return set[str]().union(*(_texts(part, depth + 1) for part in parts))
