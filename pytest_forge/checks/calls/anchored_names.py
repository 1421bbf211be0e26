"""AnchoredNames: arguments that must name a record which exists, learned from the replies.

Calls at edges and random calls of a tool that looks something up would otherwise all end with "no such record", and
show nothing of what the tool does with one.
"""

from __future__ import annotations

import json
from typing import Any

from ...targets.outcome import Outcome
from .asking import looks_failed

__all__ = ["AnchoredNames"]

#: Different values that have failed before an argument is anchored.
_MIN_FAILED = 4
#: One call of so many keeps its own names.
_TURNS = 5


class AnchoredNames:
    """The arguments of a call that worked without which no call did."""

    def __init__(self) -> None:
        self._base: dict[str, Any] | None = None
        self._waiting: list[dict[str, Any]] = []
        #: Arguments of which another value has worked as well.
        self._free: set[str] = set()
        self._failed: dict[str, set[str]] = {}
        self._turn = 0

    def learn(self, reply: Outcome) -> None:
        """Take note of a reply."""
        if reply.answer is None:
            return
        if looks_failed(reply):
            self._waiting.append(reply.arguments)
        elif self._base is None:
            self._base = reply.arguments
        else:
            self._free.update(self._differing(reply.arguments))
        if self._base is None:
            return
        for call in self._waiting:
            suspects = self._differing(call) - self._free
            if len(suspects - self._anchored) == 1:
                [name] = suspects - self._anchored
                self._failed.setdefault(name, set()).add(json.dumps(call[name], default=repr))
        self._waiting.clear()

    def placed(self, call: dict[str, Any]) -> dict[str, Any]:
        """Return *call* with the names that work; now and then, and if none is known, the call itself."""
        self._turn += 1
        base = self._base
        if base is None or self._turn % _TURNS == 0:
            return call
        return {**call, **{name: base[name] for name in self._anchored if name in call}}

    @property
    def _anchored(self) -> set[str]:
        return {name for name, values in self._failed.items() if len(values) >= _MIN_FAILED} - self._free

    def _differing(self, call: dict[str, Any]) -> set[str]:
        """Return the arguments that may be names and have another value than in the call that worked."""
        base = self._base or {}
        return {
            name
            for name, value in call.items()
            if name in base and value != base[name] and isinstance(base[name], str | int) and value is not None
        }
