"""The difference of two JSON values, by JSON path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["JsonDifference", "json_differences"]

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ABSENT: Any = object()


@dataclass(frozen=True, slots=True)
class JsonDifference:
    """One place in which two JSON values differ.

    Attributes:
        path: Where, from ``$``.
        change: What became of the recorded value.
        recorded: What was there; None where something was added.
        now: What is there now; None where something was removed.
    """

    path: str
    change: Literal["added", "removed", "changed"]
    recorded: Any = None
    now: Any = None

    def as_json(self) -> dict[str, Any]:
        """Return the difference without the side that is not there."""
        shown: dict[str, Any] = {"path": self.path, "change": self.change}
        if self.change != "added":
            shown["recorded"] = self.recorded
        if self.change != "removed":
            shown["now"] = self.now
        return shown


def json_differences(recorded: Any, now: Any) -> Iterator[JsonDifference]:
    """Yield every place in which the values differ, in order; numbers of one value are one, whatever their type."""
    # A stack of our own: what was recorded may be nested deeper than Python can call.
    waiting = [("$", recorded, now)]
    while waiting:
        path, old, new = waiting.pop()
        if new is _ABSENT:
            yield JsonDifference(path, "removed", recorded=old)
        elif old is _ABSENT:
            yield JsonDifference(path, "added", now=new)
        elif isinstance(old, dict) and isinstance(new, dict):
            keys = dict.fromkeys([*old, *new])
            inner = [(f"{path}{_step(key)}", old.get(key, _ABSENT), new.get(key, _ABSENT)) for key in keys]
            waiting += reversed(inner)
        elif isinstance(old, list) and isinstance(new, list):
            inner = [(f"{path}[{index}]", _at(old, index), _at(new, index)) for index in range(max(len(old), len(new)))]
            waiting += reversed(inner)
        elif isinstance(old, bool) is not isinstance(new, bool) or old != new:
            yield JsonDifference(path, "changed", old, new)


def _at(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else _ABSENT


def _step(key: Any) -> str:
    return f".{key}" if isinstance(key, str) and _PLAIN_KEY.fullmatch(key) else f"[{json.dumps(key, default=repr)}]"
