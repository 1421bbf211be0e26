"""Series times: a series of days whose time on the clock is said to stay, and moves when the clocks are changed.

weekly("2024-01-13T09:30", weeks=2)     13 and 20 January, 09:30
weekly("2024-03-30T09:30", weeks=2)     30 March, 09:30, and 6 April, 10:30 in Berlin: whole weeks were added in UTC
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zoneinfo import ZoneInfo

from ....profile.told_clocks import counts_real_hours, keeps_local_time
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ..lasting_reads import calls_that_fit
from .answer_series import answer_series
from .changing_zones import ZONES, nights_of_change, zone_arguments
from .moments import with_days_and_times, with_moments
from .night_answers import words_about_hours
from .nights import CHANGES, ORDINARY
from .told_later import told_later

__all__ = ["judge_series_times"]

_SHARE, _MAX_BASES = 0.1, 3
#: The time of day of a series, how many days it may last, how long one of its events may, and the number of these.
_TIME, _LENGTH, _LONG, _COUNT = dt.time(9, 30), dt.timedelta(days=22), dt.timedelta(hours=1), 3
_MOMENT = regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)?")

_Call = dict[str, Any]
#: What the clocks show at the moments of a series, by its place in the answers.
_Series = dict[str, list[dt.datetime]]


def judge_series_times(subject: Subject) -> bool:
    """Judge that a series of moments has one time of day over a change of the clocks, if the description says so.

    Returns:
        Whether a series has the time that is given, in winter and in summer.

    Raises:
        CheckFailure: If such a series begins with that time, and goes on with another one behind the change, twice.
    """
    said = words_about_hours(subject)
    if not keeps_local_time(said) or counts_real_hours(said):
        return False
    judged = False
    with FastCalls(subject) as fast:
        for base, zone in subject.patience(_SHARE).each(_bases(subject)):
            summer, winter = (_told(subject, fast, base, zone, day) for day in (ORDINARY[-1], ORDINARY[0]))
            kept = [one for one in summer if one in winter and not (_moved(summer, [one]) or _moved(winter, [one]))]
            judged = judged or bool(kept)
            for day in (nights_of_change(zone) or CHANGES) if kept else ():
                moved = _moved(_told(subject, fast, base, zone, day), kept)
                if moved and _moved(_told(subject, fast, base, zone, day), kept) == moved:
                    raise CheckFailure(
                        "clock_change_ignored",
                        f"The description says that the time on the clock stays, but a series of {_TIME:%H:%M} goes on "
                        f"with {moved:%H:%M} on {moved:%Y-%m-%d}, when the clocks have changed. Add days to the local "
                        "time, and convert each result to UTC.",
                        arguments=_from_day(base, day),
                    )
    return judged


def _bases(subject: Subject) -> Iterator[tuple[_Call, str]]:
    """Yield calls with a moment, with few items and as they are, each with a zone whose clocks change; "" without."""
    fits = FlatSchema(subject.schema).fits
    for usual in calls_that_fit(subject, limit=_MAX_BASES):
        names = [name for name in zone_arguments(subject.schema, usual) if name in usual]
        few = {name: _COUNT if type(value) is int else value for name, value in usual.items()}
        for base in (few, usual):
            zones = [zone for zone in (str(base[names[0]]), *ZONES) if nights_of_change(zone)][:2] if names else [""]
            for zone in zones:
                call = {**base, names[0]: zone} if zone else base
                started = _from_day(call, ORDINARY[0])
                if started != call and fits(subject.schema, started):
                    yield call, zone


def _from_day(call: _Call, day: dt.date) -> _Call:
    """Return a call whose first moment, or day and time, is at the time of a series on a day; others are later."""
    start = dt.datetime.combine(day, _TIME)
    moments = [start, start + _LENGTH + _LONG]
    moved = with_moments(call, moments)
    return with_days_and_times(moved, moments) or moved


def _told(subject: Subject, fast: FastCalls, base: _Call, zone: str, day: dt.date) -> _Series:
    """Return the series that begin at the time on a day, and have another day for each moment."""
    found: _Series = {}
    for number, outcome in enumerate(told_later(subject, fast.call(_from_day(base, day)))):
        series = answer_series(outcome.value) if outcome.succeeded else {}
        if outcome.succeeded and isinstance(outcome.value, str):
            series = {"lines": [line[0] for text in outcome.value.splitlines() if (line := _MOMENT.search(text))]}
        for place, texts in series.items():
            shown = [_shown(text, zone) for text in texts]
            moments = [one for one in shown if one is not None]
            is_series = len(moments) == len({one.date() for one in moments}) == len(texts) > 1
            if is_series and moments[0] == dt.datetime.combine(day, _TIME):
                found[f"{number} {place}"] = moments
    return found


def _shown(text: Any, zone: str) -> dt.datetime | None:
    """Return what the clocks of a zone show at a moment; one of UTC shows nothing without a zone."""
    found = _MOMENT.match(text) if isinstance(text, str) else None
    if found is None or (found[1] in ("Z", "+00:00") and not zone):
        return None
    with suppress(ValueError, OverflowError):
        moment = dt.datetime.fromisoformat(found[0].replace(" +", "+").replace(" -", "-").replace(" Z", "Z").strip())
        local = moment.astimezone(ZoneInfo(zone)) if zone and moment.tzinfo is not None else moment
        return local.replace(tzinfo=None)
    return None


def _moved(told: _Series, kept: list[str]) -> dt.datetime | None:
    """Return the first moment of some series that has another time than they begin with."""
    return next((moment for place in kept for moment in told.get(place, []) if moment.time() != _TIME), None)
