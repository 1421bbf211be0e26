"""Whole choices: an offered value that means all of the others together: ``Literal["open", "done", "all"]``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

__all__ = ["means_all_others"]

_WHOLE = frozenset({"all", "any", "both", "every", "everything", "*"})
_FEWEST = 3


def means_all_others(value: Any, choices: Collection[Any]) -> bool:
    """Tell whether one of several choices, all of them texts, means the others together.

    "any" beside "all" tells how many of some conditions must hold.
    """
    if len(choices) < _FEWEST or not all(isinstance(choice, str) for choice in choices):
        return False
    return [choice for choice in choices if choice.lower() in _WHOLE] == [value]
