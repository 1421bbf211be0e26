"""Periods that contain a span of a table: some tools look only at where the period starts and ends."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_CLOSURES = (
    {"pool": "north", "first": "2025-07-07", "last": "2025-07-11", "why": "new tiles"},
    {"pool": "north", "first": "2025-09-01", "last": "2025-09-05", "why": "inspection"},
    {"pool": "south", "first": "2025-08-04", "last": "2025-08-15", "why": "boiler"},
)
_SHIFTS = [("mon", "06:00", "10:30", "Ines"), ("mon", "14:00", "18:00", "Olaf"), ("tue", "08:00", "12:00", "Tove")]
_Pool = Literal["north", "south"]
_Day = Annotated[str, Field(description="A day, YYYY-MM-DD.", pattern=r"^\d{4}-\d\d-\d\d$")]
_Time = Annotated[str, Field(description="A time of day, HH:MM.", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


def _read(first: str, last: str) -> tuple[date, date]:
    days = date.fromisoformat(first), date.fromisoformat(last)
    if days[0] > days[1]:
        raise ValueError("The last day is before the first one. Give them in order.")
    return days


def _in_order(start: str, end: str) -> None:
    if start >= end:
        raise ValueError("The end must be after the start. Give them in order.")


@breaks("common_rules_hold")
def is_pool_open(pool: _Pool, first: _Day, last: _Day) -> dict[str, Any]:
    """Tell whether a pool is open on all days from the first to the last one."""
    _read(first, last)
    spans = [(one["first"], one["last"]) for one in _CLOSURES if one["pool"] == pool]
    return {"open": not any(start <= day <= end for start, end in spans for day in (first, last))}


@keeps("common_rules_hold", judged=True)
def is_pool_open_throughout(pool: _Pool, first: _Day, last: _Day) -> dict[str, Any]:
    """Tell whether a pool is open on all days from the first to the last one."""
    _read(first, last)
    spans = [(one["first"], one["last"]) for one in _CLOSURES if one["pool"] == pool]
    return {"open": not any(start <= last and first <= end for start, end in spans)}


@breaks("common_rules_hold")
def people_on_duty(day: Literal["mon", "tue"], start: _Time, end: _Time) -> list[str]:
    """Name the people who are on duty at any time between two times of a day."""
    _in_order(start, end)
    return [who for on, begins, ends, who in _SHIFTS if on == day and (begins <= start < ends or begins < end <= ends)]


@keeps("common_rules_hold", judged=True)
def people_ever_on_duty(day: Literal["mon", "tue"], start: _Time, end: _Time) -> list[str]:
    """Name the people who are on duty at any time between two times of a day."""
    _in_order(start, end)
    return [who for on, begins, ends, who in _SHIFTS if on == day and begins < end and start < ends]


@keeps("common_rules_hold")
def people_always_on_duty(day: Literal["mon", "tue"], start: _Time, end: _Time) -> list[str]:
    """Name the people who are on duty all the time between two times of a day."""
    _in_order(start, end)
    return [who for on, begins, ends, who in _SHIFTS if on == day and begins <= start and end <= ends]


@keeps("common_rules_hold")
def closures_within(pool: _Pool, first: _Day, last: _Day) -> dict[str, Any]:
    """List the closures of a pool that lie wholly between two days, these included."""
    _read(first, last)
    found = [one for one in _CLOSURES if one["pool"] == pool and first <= one["first"] and one["last"] <= last]
    return {"closures": [one["why"] for one in found]}


@keeps("common_rules_hold")
def closure_on_the_way(pool: _Pool, first: _Day, last: _Day) -> dict[str, str]:
    """Tell how a journey meets a closure of a pool: "cut short" by one, "around" one, or "free" of any."""
    _read(first, last)
    spans = [(one["first"], one["last"]) for one in _CLOSURES if one["pool"] == pool]
    if any(start <= day <= end for start, end in spans for day in (first, last)):
        return {"journey": "cut short"}
    return {"journey": "around" if any(first < start and end < last for start, end in spans) else "free"}


@keeps("common_rules_hold")
def first_person_on_duty(day: Literal["mon", "tue"], start: _Time, end: _Time) -> dict[str, str | None]:
    """Name the first person on duty between two times of a day, in the order of the names, or none."""
    _in_order(start, end)
    found = [who for on, begins, ends, who in _SHIFTS if on == day and begins < end and start < ends]
    return {"person": min(found, default=None)}
