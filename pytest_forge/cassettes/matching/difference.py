"""Difference: a place where two JSON values differ, as a JSON path with both values, and as a line of text."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any, Literal

from msgspec import Struct

from ...regex import regex
from ...report.printable import printable
from .renaming import CLOSE, OPEN

__all__ = ["Difference", "differences", "distance", "lines_of"]

_WORD = regex(r"[A-Za-z_][A-Za-z0-9_-]*")
#: Members that mark a body as JSON text, plain text or a form; they are not part of a path.
_FORMS = {f"{OPEN}{form}{CLOSE}" for form in ("json", "text", "form", "multipart")}
_PLAIN_KEY = regex(r"[A-Za-z_][A-Za-z0-9_]*")
_MAX_ALIGNED = 400
_BEFORE, _SHOWN = 24, 72


_ABSENT: Any = object()


class Difference(Struct, frozen=True):
    """One place where two JSON values differ.

    Attributes:
        path: The place, as a JSON path from ``$``.
        change: What became of the recorded value.
        recorded: The recorded value; None where something was added.
        now: Today's value; None where something was removed.
    """

    path: str
    change: Literal["added", "removed", "changed"]
    recorded: Any = None
    now: Any = None

    def __str__(self) -> str:
        if self.change == "added":
            return f"{self.path}: sent {_shown(self.now)}, where nothing was recorded"
        if self.change == "removed":
            return f"{self.path}: recorded {_shown(self.recorded)}, where nothing is sent"
        if isinstance(self.recorded, str) and isinstance(self.now, str):
            at = _first_difference(self.recorded, self.now)
            place = f" (from character {at})" if at > _BEFORE else ""
            return f"{self.path}{place}: recorded {_around(self.recorded, at)}, sent {_around(self.now, at)}"
        return f"{self.path}: recorded {_shown(self.recorded)}, sent {_shown(self.now)}"

    def as_json(self) -> dict[str, Any]:
        """Return the difference without the missing side."""
        shown: dict[str, Any] = {"path": self.path, "change": self.change}
        if self.change != "added":
            shown["recorded"] = self.recorded
        if self.change != "removed":
            shown["now"] = self.now
        return shown


def differences(recorded: Any, now: Any, path: str = "$", *, of_requests: bool = False) -> Iterator[Difference]:
    """Yield each place where two JSON values differ, in order; a subtree that only one has is one difference.

    Args:
        recorded: The recorded value.
        now: Today's.
        path: The place of both.
        of_requests: Compare as requests are matched: 1 and 1.0 differ, and an element that was added to a list or
            removed from it is one difference, and not one for each that follows. Otherwise numbers of one value are
            equal, and lists are compared by position.
    """
    # A stack of our own: a recorded value may be nested deeper than Python can call.
    waiting = [(path, recorded, now)]
    while waiting:
        path, old, new = waiting.pop()
        if isinstance(old, dict) and isinstance(new, dict):
            waiting += reversed(_in_objects(path, old, new, of_requests=of_requests))
        elif isinstance(old, list) and isinstance(new, list):
            pairs = _aligned(old, new) if of_requests else enumerate(zip_longest(old, new, fillvalue=_ABSENT))
            waiting += reversed([(f"{path}[{place}]", before, after) for place, (before, after) in pairs])
        elif new is _ABSENT:
            yield Difference(path, "removed", recorded=old)
        elif old is _ABSENT:
            yield Difference(path, "added", now=new)
        elif old != new or (
            type(old) is not type(new) if of_requests else isinstance(old, bool) != isinstance(new, bool)
        ):
            yield Difference(path, "changed", old, new)


def _in_objects(
    path: str, old: dict[Any, Any], new: dict[Any, Any], *, of_requests: bool
) -> list[tuple[str, Any, Any]]:
    if not of_requests:
        return [
            (path + _json_step(key), old.get(key, _ABSENT), new.get(key, _ABSENT))
            for key in dict.fromkeys([*old, *new])
        ]
    if len(new) == 1 and old.keys() == new.keys() and (form := next(iter(new))) in _FORMS:
        return [(path, old[form], new[form])]
    return [
        (path + _step(key), old.get(key, _ABSENT), new.get(key, _ABSENT)) for key in sorted(old.keys() | new.keys())
    ]


def _aligned(old: list[Any], new: list[Any]) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """Yield the elements that belong together and are not equal, each pair with its place."""
    if len(old) == len(new) or max(len(old), len(new)) > _MAX_ALIGNED:
        yield from enumerate(zip_longest(old, new, fillvalue=_ABSENT))
        return
    matcher = difflib.SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)], autojunk=False)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for offset, pair in enumerate(zip_longest(old[first:last], new[begin:end], fillvalue=_ABSENT)):
            yield (first if pair[1] is _ABSENT else begin) + offset, pair


def distance(recorded: Any, sent: Any) -> int:
    """Return how far two values are apart: about the number of characters that would have to change."""
    far = 0
    for found in differences(recorded, sent, of_requests=True):
        before, now = found.recorded, found.now
        if isinstance(before, str) and isinstance(now, str):
            start = _first_difference(before, now)
            end = _first_difference(before[start:][::-1], now[start:][::-1])
            far += 1 + max(len(before), len(now)) - start - end
        else:
            sides = {"added": [now], "removed": [before]}.get(found.change, [before, now])
            far += 2 + sum(len(_key(each)) for each in sides)
    return far


def lines_of(found: Iterator[Difference], *, at_most: int = 8) -> list[str]:
    """Return a line for each of the first differences, and one with the number of the others."""
    lines = [str(each) for each in islice(found, at_most)]
    if (rest := sum(1 for _ in found)) > 0:
        lines.append(f"… and {rest} more {'difference' if rest == 1 else 'differences'}")
    return lines


def _step(key: str) -> str:
    # A name from a hostile body may hold anything: it is escaped and cut.
    if _WORD.fullmatch(key) and len(key) <= _SHOWN:
        return f".{key}"
    return f"[{_around(key, 0)}]"


def _json_step(key: Any) -> str:
    # As `forge replay --format json` prints it: exact, whatever its length.
    return f".{key}" if isinstance(key, str) and _PLAIN_KEY.fullmatch(key) else f"[{json.dumps(key, default=repr)}]"


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def _first_difference(one: str, other: str) -> int:
    if one == other:
        return len(one)
    low, high = 0, min(len(one), len(other))
    # By bisection: comparing slices is faster than comparing characters.
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _around(text: str, at: int) -> str:
    start = max(0, at - _BEFORE)
    end = start + _SHOWN
    return ("…" if start else "") + repr(text[start:end]) + ("…" if end < len(text) else "")


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return _around(value, 0)
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)
    text = printable(text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
