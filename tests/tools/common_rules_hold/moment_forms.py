"""Tools that take times and days in two written forms."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from ..marks import breaks, keeps

_TALKS = [("08:45", "Mosses"), ("10:15", "Ferns"), ("13:30", "Algae"), ("16:00", "Lichens")]
_TIDES = {"2024-10-03": 412, "2024-10-07": 388, "2024-10-21": 455}
_READINGS = [("2024-11-05T08:10", 4), ("2024-11-05T17:25", 9), ("2024-11-08T06:00", 2)]
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")


def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


@breaks("common_rules_hold")
def talks_before(time: str) -> list[str]:
    """List the talks that begin before a time.

    Args:
        time: A time of day, such as 14:30 or 8:30.
    """
    dt.datetime.strptime(time, "%H:%M")
    return [title for begins, title in _TALKS if begins < time]


@breaks("common_rules_hold")
def tides_from(day: str) -> dict[str, Any]:
    """Give the tides from a day on.

    Args:
        day: The first day, such as 2024-10-01.
    """
    dt.datetime.strptime(day, "%Y-%m-%d")
    return {"tides": [{"day": one, "cm": cm} for one, cm in _TIDES.items() if one >= day]}


@breaks("common_rules_hold")
def readings_until(moment: str) -> dict[str, Any]:
    """Add up the readings until a moment.

    Args:
        moment: A day and a time, such as 2024-11-05T12:00.
    """
    dt.datetime.fromisoformat(moment)
    return {"sum": sum(value for at, value in _READINGS if at <= moment)}


@breaks("common_rules_hold")
def order_of_shifts(shifts: list[dict[str, str]]) -> dict[str, Any]:
    """Put shifts in the order of their begin.

    Args:
        shifts: Each with `who` and `begin`, such as
            [{"who": "Ada", "begin": "13:00"}, {"who": "Bo", "begin": "17:00"}].
    """
    if not shifts or not all(_CLOCK.fullmatch(shift.get("begin", "")) and shift.get("who") for shift in shifts):
        raise ValueError("shifts must have who, and a begin such as 13:00")
    return {"order": [shift["who"] for shift in sorted(shifts, key=lambda shift: shift["begin"])]}


@keeps("common_rules_hold", judged=True)
def talks_ahead_of(time: str) -> dict[str, Any]:
    """List the talks that begin before a time.

    Args:
        time: A time of day, such as 14:30 or 8:30.
    """
    if not _CLOCK.fullmatch(time):
        raise ValueError("time must be a time of day")
    talks = [title for begins, title in _TALKS if _minutes(begins) < _minutes(time)]
    return {"before": time, "talks": talks}


@keeps("common_rules_hold", judged=True)
def alarm_in(time: str, minutes: int) -> dict[str, Any]:
    """Tell the time some minutes later, with or without a zero in front as the given one.

    Args:
        time: A time of day, such as 4:30.
        minutes: From 1 to 120.
    """
    if not _CLOCK.fullmatch(time) or not 1 <= minutes <= 120:
        raise ValueError("time must be a time of day, and minutes be between 1 and 120")
    hours, rest = divmod(_minutes(time) + minutes, 60)
    return {"from": time, "alarm": f"{hours % 24:0{len(time) - 3}}:{rest:02}"}


@keeps("common_rules_hold")
def tides_since(day: str) -> dict[str, Any]:
    """Give the tides from a day on.

    Args:
        day: The first day, such as 2024-10-01.
    """
    dt.date.fromisoformat(day)
    return {"tides": [{"day": one, "cm": cm} for one, cm in _TIDES.items() if one >= day]}


@keeps("common_rules_hold")
def lines_with(time: str) -> dict[str, Any]:
    """Search the programme for a text.

    Args:
        time: What to look for, such as "8:45".
    """
    return {"lines": [f"{begins} {title}" for begins, title in _TALKS if f"{begins} ".startswith(f"{time} ")]}


@keeps("common_rules_hold")
def form_of_time(time: str) -> dict[str, Any]:
    """Tell the format of a time.

    Args:
        time: A time of day, such as 8:45.
    """
    if not _CLOCK.fullmatch(time):
        raise ValueError("time must be a time of day")
    return {"format": "HH:MM" if len(time) == 5 else "H:MM"}


_ALARMS: list[dict[str, Any]] = []


@keeps("common_rules_hold")
def alarm_at(time: str) -> dict[str, Any]:
    """Give the next alarm, which gets a number.

    Args:
        time: The moment, such as 2025-06-01T09:00:00+02:00.
    """
    moment = dt.datetime.fromisoformat(time)
    _ALARMS.append({"number": len(_ALARMS) + 1, "hour": moment.hour, "minute": moment.minute})
    return dict(_ALARMS[-1])
