"""Tracked objects: the instances of some classes, created before or after the fork.

    freeze_objects()                     in the host, before it forks
    instances_of(sqlite3.Connection)     in a child

Loaded objects are frozen: a garbage collection in a child would write to each object, and so copy every page of the
host. Iterating over them would do the same, so the host collects the needed instances in advance.
"""

from __future__ import annotations

import gc
import random
import sqlite3
from typing import Any

from forge_harness import Tool

__all__ = ["freeze_objects", "instances_of", "referrers"]

_ASKED_FOR: tuple[type, ...] = (sqlite3.Connection, sqlite3.Cursor, random.Random, Tool)

_frozen: list[Any] = []


def freeze_objects() -> None:
    """Freeze all loaded objects, and remember the instances needed later."""
    gc.collect()
    _frozen[:] = _of(_ASKED_FOR)
    gc.freeze()


def instances_of(*kinds: type) -> list[Any]:
    """Return all instances of *kinds* and their subclasses, known to the collector or frozen in the host.

    Args:
        kinds: Classes that `freeze_objects` remembers.
    """
    return [*(each for each in _frozen if _is_of(each, kinds)), *_of(kinds)]


def referrers(value: Any) -> list[Any]:
    """Return the objects that refer to *value*; the first call in a child copies the host's pages."""
    gc.unfreeze()
    return gc.get_referrers(value)


def _of(kinds: tuple[type, ...]) -> list[Any]:
    return [each for each in gc.get_objects() if _is_of(each, kinds)]


def _is_of(value: Any, kinds: tuple[type, ...]) -> bool:
    # Not isinstance: on abstract classes it is slow.
    return not set(kinds).isdisjoint(type(value).__mro__)
