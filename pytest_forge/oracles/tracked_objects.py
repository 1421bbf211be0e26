"""Objects of some classes, wherever a tool has put them: those that were there before the fork, and those made since.

    freeze_objects()                     in the host, before it forks
    instances_of(sqlite3.Connection)     in a child

What is loaded is frozen: a collection in a child would write to each object, and so copy every page of the host. So
would looking at each of them, which is why the host remembers what will be asked for.
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
    """Put what is loaded beyond the collector's reach, and remember what is asked for later."""
    gc.collect()
    _frozen[:] = _of(_ASKED_FOR)
    gc.freeze()


def instances_of(*kinds: type) -> list[Any]:
    """Return every object of *kinds*, and of classes derived from them, that the collector knows, or the host froze.

    Args:
        kinds: Of those that `freeze_objects` remembers.
    """
    return [*(each for each in _frozen if _is_of(each, kinds)), *_of(kinds)]


def referrers(value: Any) -> list[Any]:
    """Return what holds *value*; the first time, a child copies what its host has loaded."""
    gc.unfreeze()
    return gc.get_referrers(value)


def _of(kinds: tuple[type, ...]) -> list[Any]:
    return [each for each in gc.get_objects() if _is_of(each, kinds)]


def _is_of(value: Any, kinds: tuple[type, ...]) -> bool:
    # Not isinstance: asking an abstract class about every object there is takes long.
    return not set(kinds).isdisjoint(type(value).__mro__)
