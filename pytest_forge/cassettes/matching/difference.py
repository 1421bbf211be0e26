"""Difference: where two values are not the same, as a JSON path and what stands there; said so that it can be read."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from ...report.printable import printable
from .renaming import CLOSE, OPEN

__all__ = ["ABSENT", "Difference", "differences", "distance", "lines_of"]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
#: Members that tell a text that is JSON, or a body that is none, from an object; no place of their own.
_FORMS = {f"{OPEN}{form}{CLOSE}" for form in ("json", "text", "form", "multipart")}
_MAX_ALIGNED = 400
_BEFORE, _SHOWN = 24, 72


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


#: Stands for what is not there at all.
ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two values differ.

    Attributes:
        path: The place, as a JSON path.
        recorded: What stands there in the one value, or ABSENT.
        sent: What stands there in the other, or ABSENT.
    """

    path: str
    recorded: Any
    sent: Any

    def __str__(self) -> str:
        if self.recorded is ABSENT:
            return f"{self.path}: sent {_shown(self.sent)}, where nothing was recorded"
        if self.sent is ABSENT:
            return f"{self.path}: recorded {_shown(self.recorded)}, where nothing is sent"
        if isinstance(self.recorded, str) and isinstance(self.sent, str):
            at = _first_difference(self.recorded, self.sent)
            place = f" (from character {at})" if at > _BEFORE else ""
            return f"{self.path}{place}: recorded {_around(self.recorded, at)}, sent {_around(self.sent, at)}"
        return f"{self.path}: recorded {_shown(self.recorded)}, sent {_shown(self.sent)}"


def differences(recorded: Any, sent: Any, path: str = "$") -> Iterator[Difference]:
    """Yield each place where two JSON values differ, in order; of a whole that only one has, the whole.

    An element that was put into a list, or taken out of it, is one difference, not one for each that follows.
    """
    if isinstance(recorded, dict) and isinstance(sent, dict):
        if len(sent) == 1 and recorded.keys() == sent.keys() and (form := next(iter(sent))) in _FORMS:
            yield from differences(recorded[form], sent[form], path)
            return
        for key in sorted(recorded.keys() | sent.keys()):
            yield from differences(recorded.get(key, ABSENT), sent.get(key, ABSENT), path + _step(key))
    elif isinstance(recorded, list) and isinstance(sent, list):
        yield from _in_lists(recorded, sent, path)
    elif type(recorded) is not type(sent) or recorded != sent:
        yield Difference(path, recorded, sent)


def _in_lists(recorded: list[Any], sent: list[Any], path: str) -> Iterator[Difference]:
    if len(recorded) == len(sent) or max(len(recorded), len(sent)) > _MAX_ALIGNED:
        for place, (before, now) in enumerate(zip_longest(recorded, sent, fillvalue=ABSENT)):
            yield from differences(before, now, f"{path}[{place}]")
        return
    matcher = difflib.SequenceMatcher(None, [*map(_key, recorded)], [*map(_key, sent)], autojunk=False)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for offset, (before, now) in enumerate(
            zip_longest(recorded[first:last], sent[begin:end], fillvalue=ABSENT),
        ):
            place = first + offset if now is ABSENT else begin + offset
            yield from differences(before, now, f"{path}[{place}]")


def distance(recorded: Any, sent: Any) -> int:
    """Return how far two values are from each other: about the number of characters that would have to change."""
    far = 0
    for found in differences(recorded, sent):
        before, now = found.recorded, found.sent
        if isinstance(before, str) and isinstance(now, str):
            start = _first_difference(before, now)
            end = _first_difference(before[start:][::-1], now[start:][::-1])
            far += 1 + max(len(before), len(now)) - start - end
        else:
            far += 2 + sum(len(_key(each)) for each in (before, now) if each is not ABSENT)
    return far


def lines_of(found: Iterator[Difference], *, at_most: int = 8) -> list[str]:
    """Return a line for each of the first differences, and one that says that there are more."""
    lines = [str(each) for each in islice(found, at_most)]
    if (rest := sum(1 for _ in found)) > 0:
        lines.append(f"… and {rest} more {'difference' if rest == 1 else 'differences'}")
    return lines


def _step(key: str) -> str:
    # A name from a hostile body may hold anything; what does not show as itself is escaped, and all of it bounded.
    if _WORD.fullmatch(key) and len(key) <= _SHOWN:
        return f".{key}"
    return f"[{_around(key, 0)}]"


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def _first_difference(one: str, other: str) -> int:
    if one == other:
        return len(one)
    low, high = 0, min(len(one), len(other))
    # By halves, since slices are compared at the speed of the machine.
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
    if value is ABSENT:
        return repr(value)
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)
    text = printable(text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
