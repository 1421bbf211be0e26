"""Functions that list days of a period: one of them lists all, however long it is."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
First = Annotated[str, Field(pattern=_DAY, description="First day, for example 2025-03-31.")]
Last = Annotated[str, Field(pattern=_DAY, description="Last day, written like the first, for example 2025-04-30.")]
Step = Annotated[int, Field(ge=1, le=366, description="Days from one watering to the next.")]


def _days(first: str, last: str, step: int) -> range:
    try:
        begin, end = date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal()
    except ValueError:
        raise ValueError("There is no such day.") from None
    if end < begin:
        raise ValueError("The last day lies before the first one.")
    return range(begin, end + 1, step)


@breaks("result_size_is_bounded")
def days_to_water(first: First, last: Last, step: Step = 7) -> dict[str, object]:
    """List the days on which the plants are watered."""
    days = _days(first, last, step)
    return {"number": len(days), "days": [date.fromordinal(day).isoformat() for day in days]}


@keeps("result_size_is_bounded", judged=True)
def next_days_to_water(first: First, last: Last, step: Step = 7) -> dict[str, object]:
    """List the first hundred days on which the plants are watered, and tell how many there are."""
    days = _days(first, last, step)
    return {"number": len(days), "days": [date.fromordinal(day).isoformat() for day in days[:100]]}
