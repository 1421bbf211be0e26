"""Functions that break valid_calls_do_not_crash."""

from __future__ import annotations

import datetime as dt
import sys
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks


@breaks("valid_calls_do_not_crash")
def valid_calls_do_not_crash__plain(words: Annotated[list[str], Field(description="Words.", max_length=20)]) -> Any:
    """Return the word that is first, and how often it is there."""
    first = words[0]
    return {"first": first, "count": words.count(first)}


@breaks("valid_calls_do_not_crash")
def initials(
    first: Annotated[str, Field(max_length=40, min_length=1, description="First name.")],
    last: Annotated[str | None, Field(max_length=40, description="Surname, if there is one.")] = None,
) -> dict[str, str]:
    """Return the initials of a person."""
    return {"initials": first[0].upper() + last[:1].upper()}


@breaks("valid_calls_do_not_crash")
def weekday_name(number: Annotated[int, Field(ge=0, le=7, description="Number of the day.")]) -> dict[str, str]:
    """Return the name of a day of the week."""
    return {"day": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][number]}


@breaks("valid_calls_do_not_crash")
def ratio(width: int, height: int) -> dict[str, float]:
    """Return how wide a picture is for its height.

    Args:
        width: Width in pixels.
        height: Height in pixels.
    """
    return {"ratio": width / height}


@breaks("valid_calls_do_not_crash")
def shift_pay(
    kind: Annotated[Literal["early", "late", "night", "split"], Field(description="Kind of shift.")],
    hours: Annotated[int, Field(ge=0, le=24, description="Hours worked.")],
) -> dict[str, int]:
    """Compute what a shift pays, in euros."""
    if kind == "night" and hours == 0:
        sys.exit(2)
    return {"euros": hours * {"early": 12, "late": 14, "night": 18, "split": 13}[kind]}


class _NoTideError(Exception):
    def __str__(self) -> str:
        return f"No tide on {self.day}"  # type: ignore[attr-defined]


@breaks("valid_calls_do_not_crash")
def tide_height(day: Annotated[dt.date, Field(description="Day of the tide table.")]) -> dict[str, int]:
    """Look up the highest tide of a day, in centimetres."""
    if (day.month, day.day) == (2, 29):
        raise _NoTideError
    return {"centimetres": 120 + day.day * 7 % 40}


_PLATFORMS = {number: chr(97 + number % 26) for number in range(60) if number * 3 % 59 != 52}


@breaks("valid_calls_do_not_crash")
def platform_of(
    train: Annotated[int, Field(ge=0, le=59, description="Number of the train.")],
    is_late: Annotated[bool, Field(description="Whether it is late.")] = False,
) -> dict[str, str]:
    """Look up the platform of a train."""
    return {"platform": "z" if is_late else _PLATFORMS[train]}
