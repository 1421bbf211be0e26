"""Functions that count hours over a night on which clocks may be changed."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from ..marks import breaks, keeps

_YARDS = {"bergen": "Europe/Oslo", "kobe": "Asia/Tokyo"}
Moment = Annotated[str, Field(description="Local time, YYYY-MM-DDTHH:MM.", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$")]
Yard = Annotated[str, Field(description="The yard, kobe or bergen.")]


def _at(moment: str, zone: str) -> dt.datetime:
    return dt.datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))


def _zone(yard: str) -> str:
    if yard not in _YARDS:
        raise ValueError("The yard is unknown.")
    return _YARDS[yard]


def _passed(start: dt.datetime, end: dt.datetime) -> float:
    return (end.astimezone(dt.UTC) - start.astimezone(dt.UTC)).total_seconds() / 3600


@breaks("common_rules_hold")
def crane_hours(yard: Yard, start: Moment, end: Moment) -> float:
    """Work out for how many hours a crane was hired: those that really pass between two local times."""
    zone = _zone(yard)
    return (_at(end, zone) - _at(start, zone)).total_seconds() / 3600


@keeps("common_rules_hold", judged=True)
def crane_hours_passed(yard: Yard, start: Moment, end: Moment) -> float:
    """Work out for how many hours a crane was hired: those that really pass between two local times."""
    zone = _zone(yard)
    return _passed(_at(start, zone), _at(end, zone))


@keeps("common_rules_hold")
def crane_hours_on_the_clock(yard: Yard, start: Moment, end: Moment) -> float:
    """Work out for how many hours a crane is reserved, by the clock on the wall."""
    zone = _zone(yard)
    return (_at(end, zone) - _at(start, zone)).total_seconds() / 3600


@breaks("common_rules_hold")
def feeding_times(yard: Literal["bergen", "kobe"], first: Moment, hours: int = 12) -> list[str]:
    """List the times at which the fish are fed, exactly the given hours apart, in local time.

    Args:
        yard: The yard.
        first: The first time.
        hours: Hours from one to the next, 1 to 48. Five times are listed.
    """
    start = _at(first, _zone(yard))
    return [(start + dt.timedelta(hours=hours * turn)).isoformat() for turn in range(5)]


@keeps("common_rules_hold", judged=True)
def feeding_times_apart(yard: Literal["bergen", "kobe"], first: Moment, hours: int = 12) -> list[str]:
    """List the times at which the fish are fed, exactly the given hours apart, in local time.

    Args:
        yard: The yard.
        first: The first time.
        hours: Hours from one to the next, 1 to 48. Five times are listed.
    """
    start = _at(first, _zone(yard))
    steps = (start.astimezone(dt.UTC) + dt.timedelta(hours=hours * turn) for turn in range(5))
    return [step.astimezone(start.tzinfo).isoformat() for step in steps]


@keeps("common_rules_hold")
def hours_in_zone(zone: str, start: Moment, end: Moment) -> float:
    """Work out the hours that really pass between two local times.

    Args:
        zone: Name of the time zone.
        start: The first time.
        end: The later one.
    """
    try:
        return _passed(_at(start, zone), _at(end, zone))
    except (OSError, ValueError, KeyError):
        raise ValueError("The time zone is unknown.") from None
