r"""A unified diff of one replacement, as ``patch`` takes it.

What was replaced is known, so the diff is built in time linear in the text, without comparing all lines. Lines are
ended by ``\n`` alone; a ``\r`` before it belongs to the line.
"""

from __future__ import annotations

import sys
from itertools import takewhile

from .replacement import Replacement

__all__ = ["unified_diff"]

_CONTEXT_LINES = 3
_CUT = "\n... (the rest of the diff is not shown)\n"
_NO_NEWLINE = "\n\\ No newline at end of file\n"


def unified_diff(path: str, before: str, change: Replacement, *, max_characters: int = sys.maxsize) -> str:
    """Return the diff from *before* to the text with *change* made.

    Args:
        path: The name in both headers.
        before: The whole old text.
        change: What is replaced.
        max_characters: A longer diff is cut there, and its last line says so; `patch` does not take it.
    """
    # Whole lines, with the one after the change: it stays unless the change joins another to it.
    start = before.rfind("\n", 0, change.start) + 1
    end = before.find("\n", change.end) + 1 or len(before)
    old = _lines(before[start:end])
    new = _lines("".join((before[start : change.start], change.new, before[change.end : end])))
    # Equal lines at both ends are context.
    same = _common(old, new)
    start += sum(map(len, old[:same]))
    old, new = old[same:], new[same:]
    same = _common(old[::-1], new[::-1])
    kept = len(old) - same
    end -= sum(map(len, old[kept:]))
    old, new = old[:kept], new[: len(new) - same]
    above, below = _lines_above(before, start), _lines_below(before, end)
    first = before.count("\n", 0, start) - len(above)
    around = len(above) + len(below)
    name = _header_name(path)
    diff = "".join(
        [
            f"--- {name}\n+++ {name}\n",
            f"@@ -{_range(first, len(old) + around)} +{_range(first, len(new) + around)} @@\n",
            # What is longer is cut below, and is not copied before.
            *(_marked(" ", line[:max_characters]) for line in above),
            *(_marked("-", line[:max_characters]) for line in old),
            *(_marked("+", line[:max_characters]) for line in new),
            *(_marked(" ", line[:max_characters]) for line in below),
        ]
    )
    return diff if len(diff) <= max_characters else f"{diff[:max_characters]}{_CUT}"


def _lines(text: str) -> list[str]:
    r"""Return the lines of *text* with their ends; `str.splitlines` would also split at ``\r`` and others."""
    *ended, last = text.split("\n")
    lines = [f"{line}\n" for line in ended]
    return [*lines, last] if last else lines


def _common(some: list[str], others: list[str]) -> int:
    """Return how many lines are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


def _lines_above(text: str, place: int) -> list[str]:
    begin = place
    for _ in range(_CONTEXT_LINES):
        begin = text.rfind("\n", 0, max(begin - 1, 0)) + 1
    return _lines(text[begin:place])


def _lines_below(text: str, place: int) -> list[str]:
    end = place
    for _ in range(_CONTEXT_LINES):
        end = text.find("\n", end) + 1 or len(text)
    return _lines(text[place:end])


def _range(lines_before: int, number: int) -> str:
    # An empty range names the line before it, and a range of one line has no number.
    begin = lines_before + 1 if number else lines_before
    return f"{begin}" if number == 1 else f"{begin},{number}"


def _marked(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}{_NO_NEWLINE}"


def _header_name(path: str) -> str:
    """Return *path* as patch programs read it back: quoted as in C, or with a tab after a name with spaces."""
    if not all(character.isprintable() and character not in '"\\' for character in path):
        octal = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in path.encode())
        return f'"{"".join(octal)}"'
    return f"{path}\t" if " " in path else path
