"""Good tools that look like those that fail for one value, one order or one call of many."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field


def shift_pay(
    kind: Annotated[Literal["early", "late", "night", "split"], Field(description="Kind of shift.")],
    hours: Annotated[int, Field(ge=0, le=24, description="Hours worked.")],
) -> dict[str, int | str]:
    """Compute what a shift pays, in euros."""
    if kind == "night" and hours == 0:
        return {"error": "EmptyShift", "message": "A night shift has at least one hour. Send hours from 1."}
    return {"euros": hours * {"early": 12, "late": 14, "night": 18, "split": 13}[kind]}


class _NoTideError(ValueError):
    def __init__(self, day: dt.date) -> None:
        super().__init__("No tide is known for a leap day. Send another day.")
        self.day = day


def tide_height(day: Annotated[dt.date, Field(description="Day of the tide table.")]) -> dict[str, int]:
    """Look up the highest tide of a day, in centimetres."""
    if (day.month, day.day) == (2, 29):
        raise _NoTideError(day)
    return {"centimetres": 120 + day.day * 7 % 40}


_PLATFORMS = {number: chr(97 + number % 26) for number in range(60)}


def platform_of(
    train: Annotated[int, Field(ge=0, le=59, description="Number of the train.")],
    is_late: Annotated[bool, Field(description="Whether it is late.")] = False,
) -> dict[str, str]:
    """Look up the platform of a train."""
    return {"platform": "z" if is_late else _PLATFORMS[train]}
