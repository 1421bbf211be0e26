"""Functions that resemble those that break valid_calls_do_not_crash, and keep it."""

from __future__ import annotations

import datetime as dt
import math
import textwrap
from typing import Annotated, Literal

from pydantic import Field

from ..marks import keeps


@keeps("valid_calls_do_not_crash", "choices_are_handled")
def celsius_to_fahrenheit(celsius: Annotated[float, Field(ge=-273.15, le=1e6, description="Degrees Celsius.")]) -> dict:
    """Convert a temperature to degrees Fahrenheit."""
    return {"fahrenheit": round(celsius * 9 / 5 + 32, 2)}


@keeps("valid_calls_do_not_crash", "valid_calls_return")
def wrap_text(
    text: Annotated[str, Field(max_length=2_000, description="Text to wrap.")],
    width: Annotated[int, Field(ge=10, le=200, description="Letters in a line.")] = 80,
) -> dict[str, list[str]]:
    """Wrap a text into lines."""
    return {"lines": textwrap.wrap(text, width)}


@keeps("valid_calls_do_not_crash", "results_are_json")
def distance(x: float, y: float, z: float | None = None) -> dict[str, float | None]:
    """Return how far a point is from the origin; null if that is more than a float can hold.

    Args:
        x: First coordinate.
        y: Second coordinate.
        z: Third coordinate, in space.
    """
    length = math.hypot(x, y, z or 0.0)
    return {"distance": length if math.isfinite(length) else None}


@keeps("valid_calls_do_not_crash", "choices_are_handled")
def weekday_name(
    number: Annotated[int, Field(ge=0, le=6, description="Number of the day, Monday is 0.")],
    language: Annotated[Literal["en", "de"], Field(description="Language of the name.")] = "en",
) -> dict[str, str]:
    """Return the name of a day of the week."""
    names = {"en": "Mon Tue Wed Thu Fri Sat Sun", "de": "Mo Di Mi Do Fr Sa So"}
    return {"day": names[language].split()[number]}


class _NoTideError(ValueError):
    def __init__(self, day: dt.date) -> None:
        super().__init__("No tide is known for a leap day. Send another day.")
        self.day = day


@keeps("valid_calls_do_not_crash", "results_are_json")
def tide_height(day: Annotated[dt.date, Field(description="Day of the tide table.")]) -> dict[str, int]:
    """Look up the highest tide of a day, in centimetres."""
    if (day.month, day.day) == (2, 29):
        raise _NoTideError(day)
    return {"centimetres": 120 + day.day * 7 % 40}


_PLATFORMS = {number: chr(97 + number % 26) for number in range(60)}


@keeps("valid_calls_do_not_crash", "schema_and_model_agree")
def platform_of(
    train: Annotated[int, Field(ge=0, le=59, description="Number of the train.")],
    is_late: Annotated[bool, Field(description="Whether it is late.")] = False,
) -> dict[str, str]:
    """Look up the platform of a train."""
    return {"platform": "z" if is_late else _PLATFORMS[train]}
