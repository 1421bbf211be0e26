"""Named texts: the texts in a value, or in the data of an author's modules, with the key or the attribute above it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from ..regex import regex
from .own_code import OwnCode

__all__ = ["held_texts", "named_texts", "records_in"]

_MAX_DEPTH, _MAX_VALUES = 8, 20_000
#: A name and its value in a text: "token = wh-aa01", '"token": "wh-aa01"'.
_NAMED = regex(r"(\w{2,60})[\"']?\s{0,3}[:=]\s{0,3}[\"']?([^\s\"',;]{3,200})")

#: The objects that were read, each with the least depth; a list by the name above it as well.
_Seen: TypeAlias = dict[tuple[int, str], tuple[int, Any]]


def held_texts(own: OwnCode) -> Iterator[tuple[str, str]]:
    """Yield the texts in the data of the author's modules, each with the name or the key that it has."""
    seen: _Seen = {}
    for module_name, module in list(sys.modules.items()):
        if own.is_module(module_name):
            for name, value in list(vars(module).items()):
                if not name.startswith("__") and not callable(value):
                    yield from _named_texts(value, name, seen)


def named_texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text in a value with the key or attribute above it; in a text, the values that have a name there.

    What several objects hold is read once.
    """
    yield from _named_texts(value, name, {})


def _named_texts(value: Any, name: str, seen: _Seen) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, Any, int]] = [(name, value, 0)]
    for _ in range(_MAX_VALUES):
        if not stack:
            return
        above, item, depth = stack.pop()
        if isinstance(item, str):
            yield above, item
            yield from ((match[1], match[2]) for match in _NAMED.finditer(item))
        elif depth < _MAX_DEPTH:
            is_list = isinstance(item, list | tuple | set | frozenset)
            place = (id(item), above if is_list else "")
            if place in seen and seen[place][0] <= depth:
                continue
            # The object is kept, so that no other gets its id.
            seen[place] = (depth, item)
            if is_list:
                stack += [(above, part, depth + 1) for part in item]
            elif not isinstance(item, ModuleType):
                stack += [(str(key), part, depth + 1) for key, part in _parts(item)]


def records_in(value: Any) -> Iterator[list[tuple[str, Any]]]:
    """Yield each object in a value as its keys or attributes with their values."""
    stack: list[tuple[Any, int]] = [(value, 0)]
    for _ in range(_MAX_VALUES):
        if not stack:
            return
        item, depth = stack.pop()
        if isinstance(item, list | tuple | set | frozenset):
            stack += [(part, depth + 1) for part in item] if depth < _MAX_DEPTH else []
        elif not isinstance(item, str | ModuleType) and depth < _MAX_DEPTH:
            parts = [(str(key), part) for key, part in _parts(item)]
            if parts:
                yield parts
            stack += [(part, depth + 1) for _, part in parts]


def _parts(item: Any) -> list[tuple[Any, Any]]:
    """Return the keys or attributes of an object with their values; none of one that refuses, such as a stand-in."""
    try:
        return list((item if isinstance(item, Mapping) else vars(item)).items())
    except Exception:  # noqa: BLE001  # an object of the author's may raise anything
        return []
