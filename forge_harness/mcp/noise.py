"""Noise: what an MCP server puts out where it writes its messages, and is not a message."""

from __future__ import annotations

from collections import deque

__all__ = ["Noise"]

_MAX_LINES, _MAX_SHOWN = 20, 300


class Noise:
    """Output of a server that is not a message, line by line.

    The last 20 lines are kept, each up to 300 characters: a server may print a line for each of many calls.

    Attributes:
        count: The number of lines so far, including those that are no longer kept.
    """

    def __init__(self) -> None:
        self.count = 0
        self._lines: deque[str] = deque(maxlen=_MAX_LINES)

    def add(self, line: str) -> None:
        """Take note of a line."""
        self.count += 1
        self._lines.append(line[:_MAX_SHOWN])

    def since(self, count: int) -> tuple[str, ...]:
        """Return the lines, as far as they are kept, since there were *count* of them; oldest first."""
        new = self.count - count
        return tuple(self._lines)[-new:] if new > 0 else ()

    @property
    def last(self) -> str:
        """The last line; empty if there is none."""
        return self._lines[-1] if self._lines else ""
