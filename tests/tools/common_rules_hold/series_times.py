"""Functions that list the times of something that repeats, in a place where clocks are changed."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import Field

from ..marks import breaks, keeps

Moment = Annotated[str, Field(description="Local time, YYYY-MM-DDTHH:MM.", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$")]
Zone = Annotated[str, Field(description="IANA name of the time zone, such as America/Toronto.")]
Count = Annotated[int, Field(ge=1, le=60, description="How many there are.")]
_DAY = dt.timedelta(days=1)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError("The time zone is unknown.") from None


def _local(moment: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(moment)
    except ValueError:
        raise ValueError("There is no such time.") from None


def _by_days(first: dt.datetime, count: int, zone: ZoneInfo, step: dt.timedelta) -> list[dt.datetime]:
    return [(first + number * step).replace(tzinfo=zone) for number in range(count)]


def _by_hours(first: dt.datetime, count: int, zone: ZoneInfo, step: dt.timedelta) -> list[dt.datetime]:
    start = first.replace(tzinfo=zone).astimezone(dt.UTC)
    return [(start + number * step).astimezone(zone) for number in range(count)]


@breaks("common_rules_hold")
def watering_times(first: Moment, zone: Zone, count: Count = 5) -> list[str]:
    """List when a greenhouse is watered: daily, and the time of day stays that of the first time.

    The times are local ones.
    """
    return [f"{one:%Y-%m-%d %H:%M}" for one in _by_hours(_local(first), count, _zone(zone), _DAY)]


@keeps("common_rules_hold", judged=True)
def watering_times_of_day(first: Moment, zone: Zone, count: Count = 5) -> list[str]:
    """List when a greenhouse is watered: daily, and the time of day stays that of the first time.

    The times are local ones.
    """
    return [f"{one:%Y-%m-%d %H:%M}" for one in _by_days(_local(first), count, _zone(zone), _DAY)]


@keeps("common_rules_hold")
def watering_times_by_hours(first: Moment, zone: Zone, count: Count = 5) -> list[str]:
    """List when a greenhouse is watered: 24 hours after the time before, in local time."""
    return [f"{one:%Y-%m-%d %H:%M}" for one in _by_hours(_local(first), count, _zone(zone), _DAY)]


@breaks("common_rules_hold")
def market_openings(first: Moment, zone: Zone, weeks: Count) -> dict[str, Any]:
    """Plan a market that opens each week at the same local time; the answer has the moments in UTC."""
    opened = _by_hours(_local(first), weeks, _zone(zone), 7 * _DAY)
    return {"openings": [{"number": number, "at": _in_utc(one)} for number, one in enumerate(opened, 1)]}


@keeps("common_rules_hold", judged=True)
def market_openings_on_the_clock(first: Moment, zone: Zone, weeks: Count) -> dict[str, Any]:
    """Plan a market that opens each week at the same local time; the answer has the moments in UTC."""
    opened = _by_days(_local(first), weeks, _zone(zone), 7 * _DAY)
    return {"openings": [{"number": number, "at": _in_utc(one)} for number, one in enumerate(opened, 1)]}


def _in_utc(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@breaks("common_rules_hold")
def tide_readings(day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")], time: str, days: Count = 7) -> str:
    """List when a tide gauge in Bergen is read, a line for each reading.

    Args:
        day: The first day, YYYY-MM-DD.
        time: The local time, HH:MM. It stays 09:00 on the clock, say, when the clocks are changed: 09:00 remains 09:00.
        days: How many days.
    """
    readings = _by_hours(_local(f"{day}T{time}"), days, ZoneInfo("Europe/Oslo"), _DAY)
    return "\n".join(f"reading on {one:%Y-%m-%d %H:%M %Z}" for one in readings)


@keeps("common_rules_hold", judged=True)
def tide_readings_on_the_clock(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")], time: str, days: Count = 7
) -> str:
    """List when a tide gauge in Bergen is read, a line for each reading.

    Args:
        day: The first day, YYYY-MM-DD.
        time: The local time, HH:MM. It stays 09:00 on the clock, say, when the clocks are changed: 09:00 remains 09:00.
        days: How many days.
    """
    readings = _by_days(_local(f"{day}T{time}"), days, ZoneInfo("Europe/Oslo"), _DAY)
    return "\n".join(f"reading on {one:%Y-%m-%d %H:%M %Z}" for one in readings)
