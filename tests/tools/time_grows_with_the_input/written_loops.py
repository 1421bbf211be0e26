"""Tools that read spans of numbers in a text, and walk through them before or after they compare them with a limit."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_SPAN = re.compile(r"([0-9]{1,11})\.\.([0-9]{1,11})")
Houses = Annotated[str, Field(max_length=80, description='Spans of house numbers, e.g. "2..18 31..45".')]
Side = Annotated[int, Field(ge=1, le=400, description="Highest house number of the street.")]


@breaks("time_grows_with_the_input")
def odd_houses(houses: Houses, highest: Side) -> dict[str, Any]:
    """Count the houses with an odd number; those beyond the highest are left out."""
    odd = 0
    for first, last in _spans(houses):
        for house in range(first, last + 1):
            odd += house % 2 if house <= highest else 0
    return {"odd": odd}


@keeps("time_grows_with_the_input", judged=True)
def odd_houses_of_a_street(houses: Houses, highest: Side) -> dict[str, Any]:
    """Count the houses with an odd number; those beyond the highest are not walked to."""
    odd = 0
    for first, last in _spans(houses):
        for house in range(first, min(last, highest) + 1):
            odd += house % 2
    return {"odd": odd}


@keeps("time_grows_with_the_input", judged=True)
def odd_houses_of_a_town(houses: Houses) -> dict[str, Any]:
    """Count the houses with an odd number in spans of at most three million."""
    odd = 0
    for first, last in _spans(houses):
        if last - first > 3_000_000:
            raise ValueError("A span has at most 3000000 houses.")
        for house in range(first, last + 1):
            odd += house % 2
    return {"odd": odd}


@keeps("time_grows_with_the_input", judged=True)
def odd_house_numbers(houses: Houses) -> dict[str, Any]:
    """Count the odd numbers of spans without a walk through them."""
    return {"odd": sum((last + 1) // 2 - first // 2 for first, last in _spans(houses))}


def _spans(houses: str) -> list[tuple[int, int]]:
    found = [_SPAN.fullmatch(span) for span in houses.split()]
    if not all(found):
        raise ValueError("Spans look like 2..18 31..45.")
    return [(int(span[1]), int(span[2])) for span in found if span is not None]
