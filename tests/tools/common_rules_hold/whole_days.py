"""Functions about the time between two moments, in days and hours, or in hours of the day alone."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

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
