"""Made-up numbers: a row without a number where others have one, whose value in the answer is a number all the same.

read("a;12")     {"weights": {"a": 12}}, and for 13 it is 13
read("a;?!")     {"weights": {"a": 0}}, and the row is not told of as wrong, as others are
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["has_made_up_number"]

#: Last digits of numbers, and cells that are none.
_DIGITS, _WORDS = "123", ("?!", "none known")
_MAX_DEPTH = 4


def has_made_up_number(answer: Callable[[str | None], Any], cell: str) -> bool:
    """Tell whether an answer has a number of its own where a cell is no number.

    It stands where the number of other cells does, grows with them evenly, and is in no answer without the row.

    Args:
        answer: Returns what a call answers in which the row has another cell, or without the row; None if it fails.
        cell: A cell of the row, which is a number.
    """
    first, second, third = (dict(_numbers(answer(f"{cell.rstrip()[:-1]}{digit}"))) for digit in _DIGITS)
    places = [
        place
        for place in first
        if second.get(place, 0) - first[place] == third.get(place, 0) - second.get(place, 0) != 0
    ]
    if not places:
        return False
    without = set(dict(_numbers(answer(None))).values())
    made = [dict(_numbers(answer(word))) for word in _WORDS]
    return any(
        place in made[0] and made[0][place] == made[1].get(place) and made[0][place] not in without for place in places
    )


def _numbers(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int | float]]:
    """Yield the numbers in a value, each with its place."""
    if type(value) in (int, float):
        yield place, value
    elif len(place) < _MAX_DEPTH and isinstance(value, Mapping | list):
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _numbers(part, (*place, key))
