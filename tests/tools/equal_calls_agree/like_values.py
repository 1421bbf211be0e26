"""Tools that keep answers by a part of an argument: the month of a day, the hour of a time, the first letters."""

from __future__ import annotations

import datetime as dt
from typing import Any

from ..marks import breaks, keeps

#: Berth: (valid from, fee for a night).
_FEES = {
    "inner": [(dt.date(2022, 1, 1), 30), (dt.date(2024, 5, 18), 44), (dt.date(2024, 9, 9), 36)],
    "outer": [(dt.date(2022, 1, 1), 18), (dt.date(2024, 6, 21), 25)],
}
_FEES_OF_MONTHS = {"inner": {5: 44, 6: 46, 7: 52}, "outer": {5: 25, 6: 25, 7: 29}}
_FERRIES = (("06:40", "mainland"), ("07:15", "skerry"), ("08:20", "mainland"), ("08:45", "skerry"), ("21:00", "none"))
_ROUNDS = {"1010": "red van", "1014": "blue van", "1230": "blue van", "1239": "boat"}
_VANS = {"10": "red van", "12": "blue van"}

_by_month: dict[tuple[str, int, int], int] = {}
_by_whole_month: dict[tuple[str, int], int] = {}
_by_day: dict[tuple[str, dt.date], int] = {}
_by_hour: dict[str, str] = {}
_by_time: dict[str, str] = {}
_by_letters: dict[str, str] = {}
_by_district: dict[str, str] = {}
_by_kilometre: dict[int, float] = {}
_by_started: dict[int, int] = {}


def _fee(berth: str, night: dt.date) -> int:
    valid = [fee for first, fee in _FEES.get(berth, []) if first <= night]
    if not valid:
        raise ValueError(f"No fee is known for {berth!r} on {night}.")
    return valid[-1]


@breaks("equal_calls_agree")
def berth_fee(nights: int, berth: str, arrival: str) -> dict[str, Any]:
    """Work out the fee for a berth, at the rate of the first night.

    Args:
        nights: How many nights, at least one.
        berth: inner or outer.
        arrival: Day of the first night, as YYYY-MM-DD.
    """
    day = dt.date.fromisoformat(arrival)
    key = (berth, day.year, day.month)
    if key not in _by_month:
        _by_month[key] = _fee(berth, day)
    return {"nightly": _by_month[key], "total": _by_month[key] * max(nights, 1)}


@keeps("equal_calls_agree")
def berth_fee_of_day(nights: int, berth: str, arrival: str) -> dict[str, Any]:
    """Work out the fee for a berth, at the rate of the first night.

    Args:
        nights: How many nights, at least one.
        berth: inner or outer.
        arrival: Day of the first night, as YYYY-MM-DD.
    """
    day = dt.date.fromisoformat(arrival)
    if (berth, day) not in _by_day:
        _by_day[berth, day] = _fee(berth, day)
    return {"nightly": _by_day[berth, day], "total": _by_day[berth, day] * max(nights, 1)}


@keeps("equal_calls_agree")
def berth_fee_of_month(berth: str, arrival: str) -> dict[str, Any]:
    """Work out the fee for a berth, at the rate of the month, from May to July.

    Args:
        berth: inner or outer.
        arrival: Day of the first night, as YYYY-MM-DD.
    """
    key = (berth, dt.date.fromisoformat(arrival).month)
    if key not in _by_whole_month:
        if key[1] not in _FEES_OF_MONTHS.get(berth, {}):
            raise ValueError("No fee is known for that month.")
        _by_whole_month[key] = _FEES_OF_MONTHS[berth][key[1]]
    return {"arrival": arrival, "nightly": _by_whole_month[key]}


def _next_ferry(time: str) -> str:
    if not (len(time) == 5 and time[2] == ":" and time[:2].isdigit() and time[3:].isdigit()):
        raise ValueError("The time must be HH:MM.")
    return next((goal for leaves, goal in _FERRIES if leaves >= time), "none")


@breaks("equal_calls_agree")
def next_ferry(time: str) -> dict[str, str]:
    """Show where the next ferry of the day goes to.

    Args:
        time: Time of day from which one can leave, HH:MM.
    """
    if time[:2] not in _by_hour:
        _by_hour[time[:2]] = _next_ferry(time)
    return {"goes_to": _by_hour[time[:2]]}


@keeps("equal_calls_agree")
def next_ferry_at(time: str) -> dict[str, str]:
    """Show where the next ferry of the day goes to.

    Args:
        time: Time of day from which one can leave, HH:MM.
    """
    if time not in _by_time:
        _by_time[time] = _next_ferry(time)
    return {"goes_to": _by_time[time]}


@breaks("equal_calls_agree")
def van_of_round(code: str) -> dict[str, str]:
    """Show which vehicle serves a delivery round.

    Args:
        code: Code of the round, such as 1010 or 1014.
    """
    if code[:3] not in _by_letters:
        if code not in _ROUNDS:
            raise ValueError(f"There is no round {code!r}.")
        _by_letters[code[:3]] = _ROUNDS[code]
    return {"vehicle": _by_letters[code[:3]]}


@keeps("equal_calls_agree")
def van_of_district(code: str) -> dict[str, str]:
    """Show which vehicle serves the district of a round.

    Args:
        code: Code of the round, such as 1010 or 1014.
    """
    if code[:2] not in _by_district:
        if code[:2] not in _VANS:
            raise ValueError(f"There is no district {code[:2]!r}.")
        _by_district[code[:2]] = _VANS[code[:2]]
    return {"code": code, "vehicle": _by_district[code[:2]]}


@breaks("equal_calls_agree")
def towing_hours(metres: int) -> dict[str, float]:
    """Show how many hours a boat is towed over a distance.

    Args:
        metres: The distance, 1 to 100000.
    """
    kilometres = round(metres / 1000)
    if kilometres not in _by_kilometre:
        _by_kilometre[kilometres] = round(metres / 4500, 2)
    return {"hours": _by_kilometre[kilometres]}


@keeps("equal_calls_agree")
def towing_fee(metres: int) -> dict[str, int]:
    """Show what it costs to tow a boat: 90 for each kilometre that is begun.

    Args:
        metres: The distance, 1 to 100000.
    """
    begun = -(-metres // 1000)
    if begun not in _by_started:
        _by_started[begun] = begun * 90
    return {"metres": metres, "fee": _by_started[begun]}
