"""Counted values: the numbers in a value, and the lengths of its lists, maps and texts, by their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["counted"]

_DEEPEST, _MAX_ITEMS = 5, 60


def counted(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, float]]:
    """Yield each number, the length of each list and map, and the number of line breaks in each text, with its place.

    Args:
        value: In JSON types.
        place: The place of the value.
        depth: Of the place; five levels are looked at, and 60 items of each.
    """
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        yield f"{place}#", len(value)
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in list(parts)[:_MAX_ITEMS]:
            yield from counted(part, f"{place}.{key}", depth + 1)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place, value
    elif isinstance(value, str):
        yield f"{place}#lines", value.count("\n")
