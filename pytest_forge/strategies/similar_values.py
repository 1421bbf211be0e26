"""Similar values: values of the same form as one that a tool takes: V043 for V042, 1001 for 500."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..regex import regex
from .own_names import name_like

__all__ = ["similar_values"]

_MAX_CONSTANTS = 4
_YEAR = regex(r"\d{4}(?=-\d\d(?:-\d\d)?)")


def similar_values(value: Any, constants: Sequence[int | float]) -> list[Any]:
    """Return values of the type of *value*, those nearest in form first.

    Args:
        value: A text, a number, a truth value, or a list of them.
        constants: Numbers in the code of the tool, with which it may compare a number.
    """
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return _numbers(value, [number for number in constants if isinstance(number, int)])
    if isinstance(value, float):
        return [value + 0.35, *(float(number) for number in _numbers(int(value), constants))]
    if isinstance(value, str):
        return [name_like(value), *_later(value), name_like(name_like(value))] if value else []
    if isinstance(value, list) and value and not isinstance(value[0], dict | list):
        others = [other for other in similar_values(value[0], constants) if other not in value][:_MAX_CONSTANTS]
        return [*([*value, other] for other in others), *([other] for other in others)]
    return []


def _numbers(value: int, constants: Sequence[int | float]) -> list[int]:
    """Return numbers beside and beyond one, and between it and what the code compares it with."""
    beyond = sorted(int(number) for number in constants if number > value + 1)[:_MAX_CONSTANTS]
    below = sorted((int(number) for number in constants if 0 <= number < value - 1), reverse=True)[:_MAX_CONSTANTS]
    between = [(value + number) // 2 for number in (*beyond, *below)]
    return list(dict.fromkeys([2 * value + 1, value + 1, *between, 10 * value + 7, *beyond, value // 2, value - 1]))


def _later(text: str) -> list[str]:
    """Return a date of the next year, of which more is past."""
    found = _YEAR.match(text)
    return [f"{int(found[0]) + 1}{text[4:]}"] if found else []
