"""Module memory: the data that the author's modules keep between calls."""

from __future__ import annotations

import sqlite3
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from .own_code import OwnCode

__all__ = ["module_memory"]

_PLAIN = (str, bytes, int, float, Decimal, type(None))
_CONTAINERS = (dict, list, set, frozenset, tuple, deque, Counter, OrderedDict, defaultdict)
_MAX_DEPTH = 6
_LONGEST = 1 << 20


def module_memory(own: OwnCode, *, shows_moments: bool = False) -> dict[str, str]:
    """Return the data in global names of the author's modules, as text, by module and name.

    Args:
        own: The author's code.
        shows_moments: Whether days and moments are told in the form of ISO 8601; else they are alike, as some are of
            the clock.
    """
    found = {}
    for module_name, module in list(sys.modules.items()):
        if own.is_module(module_name):
            for name, value in list(vars(module).items()):
                if not name.startswith("__") and (not callable(value) or isinstance(value, sqlite3.Connection)):
                    found[f"{module_name}.{name}"] = _shown(value, own, 0, shows_moments)[:_LONGEST]
    return found


def _shown(value: Any, own: OwnCode, depth: int, shows_moments: bool) -> str:
    if depth > _MAX_DEPTH:
        return "..."
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, sqlite3.Connection):
        try:
            return "\n".join(value.iterdump())
        except sqlite3.Error:
            return "closed"
    if shows_moments and isinstance(value, date):
        return value.isoformat()

    def shown(part: Any) -> str:
        return _shown(part, own, depth + 1, shows_moments)

    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{shown(key)}: {shown(part)}" for key, part in value.items()) + "}"
    if isinstance(value, _CONTAINERS):
        parts = list(map(shown, value))
        return f"[{', '.join(sorted(parts) if isinstance(value, set | frozenset) else parts)}]"
    if own.is_module(type(value).__module__):
        return f"{type(value).__name__}({shown(_attributes(value))})"
    return type(value).__name__


def _attributes(value: Any) -> dict[str, Any]:
    slots = [name for kind in type(value).__mro__ for name in _names(vars(kind).get("__slots__", ()))]
    held = {name: getattr(value, name) for name in slots if name != "__dict__" and hasattr(value, name)}
    return held | getattr(value, "__dict__", {})


def _names(slots: Any) -> list[str]:
    return [slots] if isinstance(slots, str) else list(slots)
