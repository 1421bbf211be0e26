"""Functions about the time between two moments, in days and hours, or in hours of the day alone."""

from __future__ import annotations

import datetime as dt
import json
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_BROODS = [
    {"hive": "north", "seen": dt.datetime(2022, 3, 4, 9, 20)},
    {"hive": "south", "seen": dt.datetime(2022, 3, 7, 16, 45)},
    {"hive": "orchard", "seen": dt.datetime(2022, 3, 8, 6, 5)},
]
_OVENS = """
[{"oven": "big", "lit": "2021-11-02T05:30:00Z"},
 {"oven": "small", "lit": "2021-11-03T11:15:00Z"},
 {"oven": "old", "lit": "2021-11-04T03:50:00Z"}]
"""

Moment = Annotated[str, Field(description="Local time, YYYY-MM-DDTHH:MM.", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$")]


def _span(start: str, end: str) -> dt.timedelta:
    span = dt.datetime.fromisoformat(end) - dt.datetime.fromisoformat(start)
    if span <= dt.timedelta(0):
        raise ValueError("The end must be after the start.")
    return span


@breaks("common_rules_hold")
def hire_of_tent(start: Moment, end: Moment) -> dict[str, int]:
    """Work out the price of a tent that is hired from one moment to another."""
    return {"cents": 200 * (_span(start, end).seconds // 3600)}


@keeps("common_rules_hold", judged=True)
def hire_of_stove(start: Moment, end: Moment) -> dict[str, int]:
    """Work out the price of a stove that is hired from one moment to another."""
    return {"cents": int(200 * (_span(start, end).total_seconds() // 3600))}


@keeps("common_rules_hold")
def hire_by_day(start: Moment, end: Moment) -> dict[str, int]:
    """Work out the price of a boat: one day, whatever its length, and each day begun after it."""
    return {"cents": 5000 * (_span(start, end).days + 1)}


@keeps("common_rules_hold")
def angle_between(start: Moment, end: Moment) -> dict[str, float]:
    """Work out by how many degrees the hand of a clock turns from one moment to another, at most a whole turn."""
    hours = (dt.datetime.fromisoformat(end) - dt.datetime.fromisoformat(start)).total_seconds() / 3600
    return {"degrees": hours * 30 % 360}


def _between(begun: str, ended: str) -> dt.timedelta:
    span = dt.datetime.fromisoformat(ended) - dt.datetime.fromisoformat(begun)
    if span < dt.timedelta(0):
        raise ValueError("A rental cannot end before it begins.")
    return span


@breaks("common_rules_hold")
def rental_minutes(begun: str, ended: str) -> dict[str, int]:
    """Count the minutes of a canoe's rental.

    Args:
        begun: ISO 8601 with an offset, such as 2024-06-01T09:30:00Z.
        ended: ISO 8601 with an offset, such as 2024-06-01T11:30:00Z.
    """
    return {"minutes": _between(begun, ended).seconds // 60}


@keeps("common_rules_hold", judged=True)
def minutes_of_rental(begun: str, ended: str) -> dict[str, int]:
    """Count the minutes of a canoe's rental.

    Args:
        begun: ISO 8601 with an offset, such as 2024-06-01T09:30:00Z.
        ended: ISO 8601 with an offset, such as 2024-06-01T11:30:00Z.
    """
    return {"minutes": _between(begun, ended) // dt.timedelta(minutes=1)}


def _unseen(now: str, *, with_days: bool = True) -> dict[str, dt.timedelta]:
    moment = dt.datetime.fromisoformat(now)
    spans = {brood["hive"]: moment - brood["seen"] for brood in _BROODS if brood["seen"] <= moment}
    return {hive: span if with_days else dt.timedelta(seconds=span.seconds) for hive, span in spans.items()}


@breaks("common_rules_hold")
def minutes_unseen(now: Moment) -> dict[str, int]:
    """Tell for how many minutes nobody has looked after each hive."""
    return {hive: span // dt.timedelta(minutes=1) for hive, span in _unseen(now, with_days=False).items()}


@keeps("common_rules_hold", judged=True)
def minutes_without_care(now: Moment) -> dict[str, int]:
    """Tell for how many minutes nobody has looked after each hive."""
    return {hive: span // dt.timedelta(minutes=1) for hive, span in _unseen(now).items()}


@keeps("common_rules_hold")
def days_and_minutes_unseen(now: Moment) -> dict[str, list[int]]:
    """Tell for how many days and minutes nobody has looked after each hive."""
    return {hive: [span.days, span.seconds // 60] for hive, span in _unseen(now).items()}


@keeps("common_rules_hold")
def minutes_since_feeding(now: Moment) -> dict[str, int]:
    """Tell how many minutes ago each hive was fed, which happens daily at the time at which it was first seen."""
    return {hive: span // dt.timedelta(minutes=1) for hive, span in _unseen(now, with_days=False).items()}


@breaks("common_rules_hold")
def burning(now: str, min_hours: float = 0) -> str:
    """List the ovens and since when they burn, in hours.

    Args:
        now: ISO 8601 with an offset, such as 2021-11-05T09:30:00Z.
        min_hours: Ovens that burn for less are left out.
    """
    spans = {one["oven"]: dt.datetime.fromisoformat(now) - dt.datetime.fromisoformat(one["lit"]) for one in _lit(now)}
    return ", ".join(
        f"{oven}: {span.seconds / 3600:.1f} h" for oven, span in spans.items() if span.seconds / 3600 >= min_hours
    )


@keeps("common_rules_hold", judged=True)
def burning_in_all(now: str, min_hours: float = 0) -> str:
    """List the ovens and since when they burn, in hours.

    Args:
        now: ISO 8601 with an offset, such as 2021-11-05T09:30:00Z.
        min_hours: Ovens that burn for less are left out.
    """
    spans = {one["oven"]: dt.datetime.fromisoformat(now) - dt.datetime.fromisoformat(one["lit"]) for one in _lit(now)}
    hours = {oven: span / dt.timedelta(hours=1) for oven, span in spans.items()}
    return ", ".join(f"{oven}: {burnt:.1f} h" for oven, burnt in hours.items() if burnt >= min_hours)


def _lit(now: str) -> list[dict[str, str]]:
    return [
        one for one in json.loads(_OVENS) if dt.datetime.fromisoformat(one["lit"]) <= dt.datetime.fromisoformat(now)
    ]
