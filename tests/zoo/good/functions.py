"""Good plain functions with annotations."""

import math
import re
import textwrap
import unicodedata
from typing import Annotated, Literal

from pydantic import Field


def celsius_to_fahrenheit(celsius: Annotated[float, Field(ge=-273.15, le=1e6, description="Degrees Celsius.")]) -> dict:
    """Convert a temperature to degrees Fahrenheit."""
    return {"fahrenheit": round(celsius * 9 / 5 + 32, 2)}


def wrap_text(
    text: Annotated[str, Field(max_length=2_000, description="Text to wrap.")],
    width: Annotated[int, Field(ge=10, le=200, description="Letters in a line.")] = 80,
) -> dict[str, list[str]]:
    """Wrap a text into lines."""
    return {"lines": textwrap.wrap(text, width)}


def distance(x: float, y: float, z: float | None = None) -> dict[str, float | None]:
    """Return how far a point is from the origin; null if that is more than a float can hold.

    Args:
        x: First coordinate.
        y: Second coordinate.
        z: Third coordinate, in space.
    """
    length = math.hypot(x, y, z or 0.0)
    return {"distance": length if math.isfinite(length) else None}


def plain_letters(text: Annotated[str, Field(max_length=500, description="Text with accents.")]) -> dict[str, str]:
    """Take the accents off a text."""
    return {"text": unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()}


def weekday_name(
    number: Annotated[int, Field(ge=0, le=6, description="Number of the day, Monday is 0.")],
    language: Annotated[Literal["en", "de"], Field(description="Language of the name.")] = "en",
) -> dict[str, str]:
    """Return the name of a day of the week."""
    names = {"en": "Mon Tue Wed Thu Fri Sat Sun", "de": "Mo Di Mi Do Fr Sa So"}
    return {"day": names[language].split()[number]}


async def count_vowels(text: Annotated[str, Field(max_length=2_000, description="The text.")]) -> dict[str, int]:
    """Count the vowels of a text."""
    return {"vowels": len(re.findall("[aeiou]", text.lower()))}


def compare_versions(
    first: Annotated[str, Field(pattern=r"^\d{1,4}(\.\d{1,4}){0,3}$", description="A version, such as 1.2.3.")],
    second: Annotated[str, Field(pattern=r"^\d{1,4}(\.\d{1,4}){0,3}$", description="Another version.")],
) -> dict[str, int]:
    """Compare two versions: -1, 0 or 1."""
    left, right = ([int(part) for part in version.split(".")] for version in (first, second))
    return {"order": (left > right) - (left < right)}
