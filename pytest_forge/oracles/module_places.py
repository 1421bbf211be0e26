"""Module places: the modules that define a function or have imported it by name.

Every child needs them, and searching hundreds of modules copies nearly every page of the host. So the host searches
once, and a child only searches modules imported since.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import sqlite3
import sys
import time
from collections.abc import Iterable
from types import ModuleType
from typing import Any

__all__ = ["add_stand_in", "module_places", "remember_places", "remove_stand_in"]

#: Functions that checks replace. A search may begin while one of them is replaced, and would not find it here then.
_ASKED_FOR: tuple[tuple[ModuleType, str], ...] = (
    (time, "sleep"), (asyncio, "sleep"), (sqlite3, "connect"),
    (socket, "getaddrinfo"), (socket, "gethostbyname"), (socket, "gethostbyname_ex"),
)  # fmt: skip

_places: dict[int, list[tuple[ModuleType, str]]] = {
    id(getattr(module, name)): [(module, name)] for module, name in _ASKED_FOR
}
_seen = 0


def remember_places() -> None:
    """Search the modules imported since the last call."""
    global _seen  # there is one sys.modules
    count = len(sys.modules)
    # Modules are in import order; if some were removed, all are searched again.
    if count < _seen:
        _seen = 0
    new = list(itertools.islice(reversed(sys.modules.values()), count - _seen))
    for module in new:
        for name, value in list(_names(module).items()):
            places = _places.get(id(value))
            if places is not None and (module, name) not in places:
                places.append((module, name))
    _seen = count


def module_places(value: Any, *, leave_out: str = "") -> list[tuple[ModuleType, str]]:
    """Return the modules that currently hold *value*, each with its name there.

    Args:
        value: A remembered function; any other value is searched for everywhere.
        leave_out: The name of a module to skip.
    """
    remember_places()
    found = _places.get(id(value))
    if found is None:
        # A current replacement of one of them.
        found = _names_everywhere()
    return [
        (module, name)
        for module, name in found
        # Through the dictionary: a module may define __getattr__.
        if _names(module).get(name) is value and module.__name__ not in (leave_out, __name__)
    ]


def add_stand_in(function: Any, places: Iterable[tuple[ModuleType, str]]) -> None:
    """Remember where a check has put a function in the place of another; it may be replaced in its turn.

    Args:
        function: The replacement.
        places: Where it was put.
    """
    _places[id(function)] = list(places)


def remove_stand_in(function: Any) -> None:
    """Forget a function that is no longer in the place of another."""
    _places.pop(id(function), None)


def _names_everywhere() -> list[tuple[ModuleType, str]]:
    return [(module, name) for module in list(sys.modules.values()) for name in list(_names(module))]


def _names(module: Any) -> dict[str, Any]:
    # sys.modules may hold any object.
    names = getattr(module, "__dict__", {})
    return names if isinstance(names, dict) else dict(names)
