"""The places at which a function stands in the loaded modules: its own, and those that have imported it by name.

Every child needs them, and to look through hundreds of modules copies nearly every page of the host. So the host looks
once, and a child only looks at what was imported since.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import sqlite3
import sys
import time
from types import ModuleType
from typing import Any

__all__ = ["module_places", "remember_places"]

#: What checks put something else in the place of.
_ASKED_FOR = (
    time.sleep, asyncio.sleep, sqlite3.connect, socket.getaddrinfo, socket.gethostbyname, socket.gethostbyname_ex,
)  # fmt: skip

_places: dict[int, list[tuple[ModuleType, str]]] = {id(value): [] for value in _ASKED_FOR}
_seen = 0


def remember_places() -> None:
    """Look through what has been imported since this was called last."""
    global _seen  # there is one sys.modules
    count = len(sys.modules)
    # Modules are kept in the order of their import; where some went, all are looked at anew.
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
    """Return the modules, and the names in them, under which *value* stands now.

    Args:
        value: One of those that are remembered; any other is looked for everywhere.
        leave_out: The name of a module that is to keep it.
    """
    remember_places()
    found = _places.get(id(value))
    if found is None:
        # Something that stands in the place of one of them for now.
        found = [(module, name) for module in list(sys.modules.values()) for name in list(_names(module))]
    return [
        (module, name)
        for module, name in found
        # Asked of the dictionary: a module may have something to say about its missing names.
        if _names(module).get(name) is value and module.__name__ not in (leave_out, __name__)
    ]


def _names(module: Any) -> dict[str, Any]:
    # What stands in a module's place may be anything.
    names = getattr(module, "__dict__", {})
    return names if isinstance(names, dict) else dict(names)
