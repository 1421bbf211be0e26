"""Record lists: the lists of records in an answer, by their place, those within records left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Lists", "Record", "record_lists"]

_DEEPEST = 3

Record = Mapping[str, Any]
Lists = dict[str, list[Record]]


def record_lists(value: Any) -> Lists:
    """Return the lists of records in an answer."""
    found: Lists = {}
    _collect(value, "", 0, found)
    return found


def _collect(value: Any, place: str, depth: int, found: Lists) -> None:
    if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        found[place] = value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, part in value.items():
            _collect(part, f"{place}.{key}", depth + 1, found)
