"""Functions that list the departures of a day, for somebody in a time zone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from ..marks import breaks, keeps

_SAILINGS = {
    "Aurora": "2023-11-02T03:15:00+00:00",
    "Boreas": "2023-11-02T14:40:00+00:00",
    "Calypso": "2023-11-02T22:05:00+00:00",
    "Delos": "2023-11-03T05:30:00+00:00",
}
_CRUISES = {"Erebus": ("2023-11-01T20:00:00+00:00", "2023-11-04T04:00:00+00:00")}


def _moment(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(ZoneInfo(zone))


def _told(ship: str, zone: str) -> dict[str, Any]:
    return {"ship": ship, "leaves": _moment(_SAILINGS[ship], zone).isoformat(timespec="minutes")}


@breaks("common_rules_hold")
def sailings_of_day(date_of_travel: str, timezone: str) -> dict[str, Any]:
    """List the ships that leave on a date.

    Args:
        date_of_travel: The traveller's own day, as YYYY-MM-DD.
        timezone: Where the traveller is, such as "Europe/Oslo"; times are told for this place.
    """
    day = date.fromisoformat(date_of_travel).isoformat()
    ZoneInfo(timezone)
    return {"sailings": [_told(ship, timezone) for ship, leaves in _SAILINGS.items() if leaves.startswith(day)]}


@keeps("common_rules_hold", judged=True)
def sailings_of_local_day(date_of_travel: str, timezone: str) -> dict[str, Any]:
    """List the ships that leave on a date.

    Args:
        date_of_travel: The traveller's own day, as YYYY-MM-DD.
        timezone: Where the traveller is, such as "Europe/Oslo"; times are told for this place.
    """
    day = date.fromisoformat(date_of_travel)
    ships = [ship for ship, leaves in _SAILINGS.items() if _moment(leaves, timezone).date() == day]
    return {"sailings": [_told(ship, timezone) for ship in ships]}


@keeps("common_rules_hold")
def sailings_of_utc_day(date_of_travel: str, timezone: str) -> dict[str, Any]:
    """List the ships that leave on a date.

    Args:
        date_of_travel: The day in UTC, as YYYY-MM-DD, as in the timetable.
        timezone: Where the traveller is, such as "Europe/Oslo"; times are told for this place and its days.
    """
    return sailings_of_day(date_of_travel, timezone)


@keeps("common_rules_hold")
def cruises_of_day(date_of_travel: str, timezone: str) -> dict[str, Any]:
    """List the ships that are at sea on a date.

    Args:
        date_of_travel: The traveller's own day, as YYYY-MM-DD.
        timezone: Where the traveller is, such as "Europe/Oslo"; times are told for this place.
    """
    day = date.fromisoformat(date_of_travel)
    found = []
    for ship, ends in _CRUISES.items():
        leaves, returns = (_moment(end, timezone) for end in ends)
        if leaves.date() <= day <= returns.date():
            found.append({"ship": ship, "leaves": leaves.isoformat(), "returns": returns.isoformat()})
    return {"cruises": found}
