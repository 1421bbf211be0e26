"""Paint: colours on a terminal that wants them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

__all__ = ["Paint"]


@dataclass(frozen=True, slots=True)
class Paint:
    """Wraps text in ANSI colours, or leaves it alone.

    Attributes:
        is_on: Whether to colour at all.
    """

    is_on: bool

    @classmethod
    def for_stream(cls, stream: TextIO) -> Paint:
        """Colour if *stream* is a terminal that can, and NO_COLOR is unset; see https://no-color.org."""
        is_able = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(is_on=is_able and not os.environ.get("NO_COLOR"))

    def bold(self, text: str) -> str:
        """Return *text* in bold."""
        return self._wrap("1", text)

    def dim(self, text: str) -> str:
        """Return *text* dimmed."""
        return self._wrap("2", text)

    def red(self, text: str) -> str:
        """Return *text* in red."""
        return self._wrap("31", text)

    def green(self, text: str) -> str:
        """Return *text* in green."""
        return self._wrap("32", text)

    def yellow(self, text: str) -> str:
        """Return *text* in yellow."""
        return self._wrap("33", text)

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on else text
