"""Functions that return what belongs to a day, or to the time since it, and know more or less of the calendar."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

VISITS = {"2098-01-04": "first", "2098-03-11": "second", "2098-03-12": "third", "2099-06-30": "fourth"}
Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="First day wanted, e.g. 2024-03-01.")]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@breaks("failure_is_not_success")
def visits_since(day: Day) -> dict[str, list[str]]:
    """Return the visits from a day on."""
    start = _day(day)
    return {"visits": [name for when, name in VISITS.items() if start and date.fromisoformat(when) >= start]}


@keeps("failure_is_not_success", judged=True)
def calls_since(day: Day) -> dict[str, list[str]]:
    """Return the calls from a day on."""
    start = _day(day)
    if start is None:
        raise ValueError("The day is not in the calendar.")
    return {"calls": [name for when, name in VISITS.items() if date.fromisoformat(when) >= start]}


@keeps("failure_is_not_success", judged=True)
def letters_since(day: Day) -> dict[str, list[str]]:
    """Return the letters from a day on; days are compared as texts."""
    return {"letters": [name for when, name in VISITS.items() if when >= day]}
