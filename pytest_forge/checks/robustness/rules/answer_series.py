"""Answer series: the values that an answer lists, by their place.

{"parts": [{"who": "a", "cents": 33}, {"who": "b", "cents": 33}]}     parts[].who: a, b     parts[].cents: 33, 33
{"parts": {"a": 33, "b": 33}}                                         parts{}: 33, 33
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....regex import regex

__all__ = ["answer_series"]

_DEEPEST, _MAX_ITEMS = 4, 400
_AMOUNT = regex(r"-?[0-9]{1,15}\.[0-9]{1,6}")


def answer_series(value: Any) -> dict[str, list[Any]]:
    """Return the series of an answer: of a list, of one key of its records, and of a map of numbers or amounts."""
    found: dict[str, list[Any]] = {}
    _collect(value, "", 0, found)
    return found


def _collect(value: Any, place: str, depth: int, found: dict[str, list[Any]]) -> None:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        items = value[:_MAX_ITEMS]
        if not any(isinstance(item, dict | list) for item in items):
            found[f"{place}[]"] = items
        elif all(isinstance(item, Mapping) for item in items):
            for key in items[0]:
                if all(key in item and not isinstance(item[key], dict | list) for item in items):
                    found[f"{place}[].{key}"] = [item[key] for item in items]
    elif isinstance(value, Mapping):
        parts = list(value.values())[:_MAX_ITEMS]
        if len(parts) > 1 and (all(_is_number(part) for part in parts) or all(_is_amount(part) for part in parts)):
            found[f"{place}{{}}"] = parts
        for key, part in list(value.items())[:_MAX_ITEMS]:
            _collect(part, f"{place}.{key}" if place else str(key), depth + 1, found)


def _is_amount(value: Any) -> bool:
    """Tell whether a value is a text with digits behind a point, as amounts are written."""
    return isinstance(value, str) and _AMOUNT.fullmatch(value) is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
