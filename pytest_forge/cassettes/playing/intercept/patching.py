"""Patching: methods wrapped temporarily, by several sessions at once, entered and left in any order."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["Patch"]

_Wrap = Callable[[Any], Any]

_LOCK = threading.Lock()
_CHAINS: dict[tuple[int, str], _Chain] = {}


class Patch:
    """One method of one class or module, wrapped between entering and leaving.

    Two tasks may each have a session, and the first to enter need not be the last to leave; so what is left is made
    again from the original each time, instead of putting back what was found.

    Args:
        owner: The class or module.
        name: The method's name.
        wrap: Takes the method that was there and returns the one to use.
    """

    def __init__(self, owner: Any, name: str, wrap: _Wrap) -> None:
        self._owner = owner
        self._name = name
        # A new function, to distinguish it from an equal one.
        self._wrap: _Wrap = functools.partial(wrap)

    def __enter__(self) -> Patch:
        with _LOCK:
            chain = _CHAINS.setdefault((id(self._owner), self._name), _Chain(self._owner, self._name))
            chain.wraps.append(self._wrap)
            chain.apply()
        return self

    def __exit__(self, *_: object) -> None:
        with _LOCK:
            chain = _CHAINS[id(self._owner), self._name]
            chain.wraps.remove(self._wrap)
            chain.apply()
            if not chain.wraps:
                del _CHAINS[id(self._owner), self._name]


class _Chain:
    """The original method and the wrappers around it, the outermost last."""

    def __init__(self, owner: Any, name: str) -> None:
        self.wraps: list[_Wrap] = []
        self._owner = owner
        self._name = name
        # Restore an inherited method by removing the override, not by copying it.
        self._is_own = name in vars(owner)
        self._original = getattr(owner, name)

    def apply(self) -> None:
        method = self._original
        for wrap in self.wraps:
            method = wrap(method)
        if self.wraps or self._is_own:
            setattr(self._owner, self._name, method)
        else:
            delattr(self._owner, self._name)
