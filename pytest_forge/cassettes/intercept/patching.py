"""Patching: methods replaced for a while."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

__all__ = ["Patch"]

_LOCK = threading.Lock()


class Patch:
    """One method of one class, replaced from `enter` to `leave`.

    Args:
        owner: The class.
        name: The method's name.
        wrap: Takes the method that was there and returns the one to use.
    """

    def __init__(self, owner: Any, name: str, wrap: Callable[[Any], Any]) -> None:
        self._owner = owner
        self._name = name
        self._wrap = wrap
        self._was_own = False
        self._before: Any = None

    def __enter__(self) -> Patch:
        with _LOCK:
            # An inherited method must be uncovered again, not copied down.
            self._was_own = self._name in vars(self._owner)
            self._before = getattr(self._owner, self._name)
            setattr(self._owner, self._name, self._wrap(self._before))
        return self

    def __exit__(self, *_: object) -> None:
        with _LOCK:
            if self._was_own:
                setattr(self._owner, self._name, self._before)
            else:
                delattr(self._owner, self._name)
