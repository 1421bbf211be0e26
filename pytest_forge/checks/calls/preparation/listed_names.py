"""Listed names: a name that one tool takes alone and another one in a list.

add_item(code="CAM-4")     lend_items(codes=["CAM-4"])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....profile.roles import name_words

__all__ = ["are_of_one_type", "is_list_of", "value_named"]


def is_list_of(listed: str, alone: str) -> bool:
    """Tell whether an argument is called like a list of what another one takes alone: ``item_codes`` and ``code``."""
    words, one = name_words(listed), name_words(alone)
    if not words or not one or words[-1] == one[-1]:
        return False
    return any([*words[:-1], last][-len(one) :] == one for last in _singles(words[-1]))


def value_named(name: str, call: Mapping[str, Any]) -> Any:
    """Return the value of a call for an argument of that name, or an item of a list of such; None if it has none."""
    if name in call:
        return call[name]
    for other, value in call.items():
        if isinstance(value, list) and value and is_list_of(other, name):
            return value[0]
        if isinstance(value, str | int) and is_list_of(name, other):
            return [value]
    return None


def are_of_one_type(value: Any, other: Any) -> bool:
    """Tell whether two values, or the first items of two lists, are of one type."""
    if isinstance(value, list) and isinstance(other, list) and value and other:
        value, other = value[0], other[0]
    return type(value) is type(other)


def _singles(word: str) -> list[str]:
    if not word.endswith("s"):
        return []
    return [
        word[:-1],
        *([f"{word[:-3]}y"] if word.endswith("ies") else []),
        *([word[:-2]] if word.endswith("es") else []),
    ]
