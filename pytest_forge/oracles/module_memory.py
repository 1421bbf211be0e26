"""Module memory: the data that the author's modules keep between calls."""

from __future__ import annotations

import sqlite3
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Mapping
from typing import Any

from .own_code import OwnCode

__all__ = ["module_memory"]

_PLAIN = (str, bytes, int, float, type(None))
_CONTAINERS = (dict, list, set, frozenset, tuple, deque, Counter, OrderedDict, defaultdict)
_MAX_DEPTH = 6
_LONGEST = 1 << 20


def module_memory(own: OwnCode) -> dict[str, str]:
    """Return the data in global names of the author's modules, as text, by module and name."""
    found = {}
    for module_name, module in list(sys.modules.items()):
        if own.is_module(module_name):
            for name, value in list(vars(module).items()):
                if not name.startswith("__") and (not callable(value) or isinstance(value, sqlite3.Connection)):
                    found[f"{module_name}.{name}"] = _shown(value, own, 0)[:_LONGEST]
    return found


def _shown(value: Any, own: OwnCode, depth: int) -> str:
    if depth > _MAX_DEPTH:
        return "..."
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, sqlite3.Connection):
        try:
            return "\n".join(value.iterdump())
        except sqlite3.Error:
            return "closed"
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_shown(k, own, depth + 1)}: {_shown(v, own, depth + 1)}" for k, v in value.items()) + "}"
        )
    if isinstance(value, _CONTAINERS):
        parts = [_shown(item, own, depth + 1) for item in value]
        return f"[{', '.join(sorted(parts) if isinstance(value, set | frozenset) else parts)}]"
    if own.is_module(type(value).__module__):
        return f"{type(value).__name__}({_shown(getattr(value, '__dict__', {}), own, depth + 1)})"
    return type(value).__name__
