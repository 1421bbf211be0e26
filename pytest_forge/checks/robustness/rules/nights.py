"""Nights: calls whose moments, or days and times of day, are the evening of a day and the morning after it.

log(start="2024-01-01T12:00", end="2024-01-01T12:00")      start="2024-03-30T20:00", end="2024-03-31T08:00"
log(day="2024-01-01", since="12:00", until="12:00")        day="2024-03-30", since="20:00", until="08:00"
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from .moments import days_in, moments_in, times_in, with_days_and_times, with_moments

__all__ = ["CHANGES", "DAY_LONG", "EVENING", "LATER", "MORNING", "ORDINARY", "has_night", "on_night"]

ORDINARY = (dt.date(2024, 1, 13), dt.date(2024, 1, 20), dt.date(2024, 7, 13))
"""Saturdays: two in winter and one in summer."""

CHANGES = (
    *(dt.date(2024, 3, 30), dt.date(2024, 3, 9), dt.date(2024, 10, 26), dt.date(2024, 11, 2)),
    *(dt.date(2024, 4, 6), dt.date(2024, 10, 5), dt.date(2024, 9, 28)),
)
"""Saturdays before a change of the clocks in Europe, North America, Australia and New Zealand."""

EVENING, MORNING, LATER = dt.time(20), dt.time(8), dt.time(9)
"""Evening and morning, over the hours at which clocks are changed, and a morning an hour later."""

DAY_LONG = dt.timedelta(days=1)


def has_night(call: Mapping[str, Any]) -> bool:
    """Tell whether a call has two moments, or two times of day beside a day."""
    if moments_in(call):
        return len(moments_in(call)) > 1
    return bool(days_in(call)) and len(times_in(call)) > 1


def on_night(call: Mapping[str, Any], day: dt.date, *, morning: dt.time = MORNING) -> dict[str, Any]:
    """Return a call whose moments, days and times are the evening of a day and the morning after it, in turn.

    A day without any time becomes the evening. A call without moments and days is returned as it is.
    """
    moments = [dt.datetime.combine(day, EVENING), dt.datetime.combine(day + DAY_LONG, morning)]
    moved = with_moments(call, moments)
    return with_days_and_times(moved, moments) or moved
