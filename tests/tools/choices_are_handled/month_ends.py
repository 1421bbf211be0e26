"""Functions that count in months and years, and do not know every day of them."""

from __future__ import annotations

import calendar
import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="A day, e.g. 2024-05-17.")]


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ValueError("There is no such day.") from None


@breaks("choices_are_handled")
def next_rent(
    paid: Day, every: Annotated[Literal["week", "month"], Field(description="How often rent is due.")]
) -> dict[str, str]:
    """Tell when the next rent is due."""
    day = _day(paid)
    if every == "week":
        return {"due": (day + dt.timedelta(days=7)).isoformat()}
    year, month = divmod(day.year * 12 + day.month, 12)
    return {"due": dt.date(year, month + 1, day.day).isoformat()}


@breaks("choices_are_handled")
def next_inspection(inspected: Day) -> dict[str, str]:
    """Tell when the yearly inspection of a boiler is due."""
    try:
        due = dt.date.fromisoformat(inspected)
        return {"due": due.replace(year=due.year + 1).isoformat()}
    except ValueError:
        raise ValueError("There is no such day.") from None


@keeps("choices_are_handled")
def next_payment(
    paid: Day, every: Annotated[Literal["week", "month"], Field(description="How often it is paid.")]
) -> dict[str, str]:
    """Tell when the next payment is due."""
    day = _day(paid)
    if every == "week":
        return {"due": (day + dt.timedelta(days=7)).isoformat()}
    year, month = divmod(day.year * 12 + day.month, 12)
    length = calendar.monthrange(year, month + 1)[1]
    return {"due": dt.date(year, month + 1, min(day.day, length)).isoformat()}


@keeps("choices_are_handled")
def next_visit(visited: Day) -> dict[str, str]:
    """Tell when the next visit is due, a week later; nobody visits on Sundays."""
    day = _day(visited)
    if day.weekday() == calendar.SUNDAY:
        raise ValueError("Nobody visits on Sundays.")
    return {"due": (day + dt.timedelta(days=7)).isoformat()}


@keeps("choices_are_handled")
def open_quarter(day: Day) -> dict[str, str]:
    """Tell whether the books of a day's quarter are open; those before 2026 are closed."""
    if _day(day).year < dt.date(2026, 1, 1).year:
        raise ValueError("The books of that year are closed.")
    return {"quarter": str((_day(day).month + 2) // 3)}
