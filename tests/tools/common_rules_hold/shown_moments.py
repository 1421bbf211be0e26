"""Night watches of an observatory, with their moments and their length."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from ..marks import breaks, keeps

_DOME = ZoneInfo("Europe/Madrid")
_DUSK, _DAWN = dt.time(19, 30), dt.time(7, 15)


def _watch(day: str) -> tuple[dt.datetime, dt.datetime]:
    first = dt.date.fromisoformat(day)
    if not 2000 <= first.year < 2100:
        raise ValueError("That is too far away. Give a day of this century.")
    start = dt.datetime.combine(first, _DUSK, tzinfo=_DOME)
    return start, dt.datetime.combine(first + dt.timedelta(days=1), _DAWN, tzinfo=_DOME)


@breaks("common_rules_hold")
def night_watch(day: str) -> dict[str, object]:
    """Tell when a watch begins and ends, and how many hours it has.

    Args:
        day: The day of its evening, such as 2024-05-01.
    """
    start, end = _watch(day)
    return {"from": start.isoformat(), "to": end.isoformat(), "hours": (end - start) / dt.timedelta(hours=1)}


@keeps("common_rules_hold", judged=True)
def watch_of_night(day: str) -> dict[str, object]:
    """Tell when a watch begins and ends, and how many hours it has.

    Args:
        day: The day of its evening, such as 2024-05-01.
    """
    start, end = (moment.astimezone(dt.UTC) for moment in _watch(day))
    length = (end - start) / dt.timedelta(hours=1)
    return {"from": start.astimezone(_DOME).isoformat(), "to": end.astimezone(_DOME).isoformat(), "hours": length}


@keeps("common_rules_hold", judged=True)
def watch_in_utc(day: str) -> dict[str, object]:
    """Tell when a watch begins and ends in UTC, and how many minutes it has.

    Args:
        day: The day of its evening, such as 2024-05-01.
    """
    start, end = (moment.astimezone(dt.UTC) for moment in _watch(day))
    return {"from": start.isoformat(), "to": end.isoformat(), "minutes": (end - start) // dt.timedelta(minutes=1)}
