"""Series of dates by week or by month, of which one loses the day of its start behind February."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Every = Literal["week", "month"]
Count = Annotated[int, Field(ge=1, le=60)]


def _month_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


@breaks("common_rules_hold")
def watering_days(first: date, every: Every, count: Count = 8) -> dict[str, list[str]]:
    """List the days on which a plant is watered, every week or every month."""
    days = [first]
    while len(days) < count:
        days.append(days[-1] + timedelta(days=7) if every == "week" else _month_later(days[-1], 1))
    return {"days": [day.isoformat() for day in days]}


@keeps("common_rules_hold", judged=True)
def feeding_days(first: date, every: Every, count: Count = 8) -> dict[str, list[str]]:
    """List the days on which a plant is fed, every week or every month."""
    if every == "week":
        days = [first + timedelta(days=7 * number) for number in range(count)]
    else:
        days = [_month_later(first, number) for number in range(count)]
    return {"days": [day.isoformat() for day in days]}
