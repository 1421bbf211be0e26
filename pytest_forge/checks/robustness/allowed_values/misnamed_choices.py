"""Misnamed choices: an offered value that a table of the tool has under another name.

_HOURS = {"high": 8, "medium": 24, "low": 72}     Literal["high", "normal", "low"]     _HOURS.get(priority, 72)
"""

from __future__ import annotations

from collections.abc import Collection
from types import CodeType
from typing import Any

from ....strategies.mined_constants import author_codes, author_functions
from ....targets.subject import Subject

__all__ = ["misnamed"]

_FEWEST = 3


def misnamed(subject: Subject, value: Any, choices: Collection[Any]) -> str:
    """Return what a function does with a choice that its table lacks, as a verb phrase; "" if nothing shows that.

    A table counts that has all other choices and a further key. The code may name the choice in lists of all choices
    only: otherwise it is handled elsewhere.

    Args:
        subject: The tool.
        value: The choice.
        choices: All of them.
    """
    if subject.is_served or len(choices) < _FEWEST or not all(isinstance(choice, str) for choice in choices):
        return ""
    others = {choice for choice in choices if choice != value}
    tables: dict[str, set[Any]] = {}
    for function in author_functions(subject.tool):
        for name in function.__code__.co_names:
            held = function.__globals__.get(name)
            if type(held) is dict:
                tables[name] = set(held)
            elif isinstance(held, set | frozenset | list | tuple) and _is_part(value, others, held):
                return ""
    if any(value in keys for keys in tables.values()) or any(
        _names(code, value, others) for code in author_codes(subject.tool)
    ):
        return ""
    for name, keys in tables.items():
        instead = sorted(str(key) for key in keys - others)
        if others <= keys and len(instead) == 1:
            return f"does what it does for an unknown value: {name!r} has {instead[0]!r} in its place"
    return ""


def _names(code: CodeType, value: Any, others: Collection[Any]) -> bool:
    """Tell whether code names a value by itself, or in a list that lacks one of the others."""
    for constant in code.co_consts:
        if constant == value:
            return True
        if isinstance(constant, tuple | frozenset) and _is_part(value, others, constant):
            return True
    return False


def _is_part(value: Any, others: Collection[Any], held: Collection[Any]) -> bool:
    """Tell whether a list has the value, and not all others."""
    return value in held and not all(other in held for other in others)
