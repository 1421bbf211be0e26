"""Paint: colours and line widths for the terminal."""

from __future__ import annotations

import os
import textwrap
from typing import TextIO

from msgspec import Struct

from ..regex import regex

__all__ = ["Paint", "terminal_width"]

#: Width of a terminal that does not report it, and the least width for wrapping.
_USUAL_WIDTH, _LEAST_WIDTH = 80, 40

#: What stands between blanks, with the blanks that are within quotes.
_WORD = regex(r"""(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s])+""")


class Paint(Struct, frozen=True):
    """Wraps text in ANSI colours and to a terminal's width, or leaves it alone.

    Attributes:
        is_on: Whether to colour at all.
        width: Columns that a sentence may take; 0 for any number.
    """

    is_on: bool
    width: int = 0

    @classmethod
    def for_stream(cls, stream: TextIO) -> Paint:
        """Colour if *stream* is a terminal that can; NO_COLOR forbids it, FORCE_COLOR asks for it anywhere.

        See https://no-color.org and https://force-color.org.
        """
        is_terminal = stream.isatty()
        is_able = is_terminal and os.environ.get("TERM") != "dumb"
        is_on = not os.environ.get("NO_COLOR") and (is_able or bool(os.environ.get("FORCE_COLOR")))
        return cls(is_on=is_on, width=terminal_width(stream) if is_terminal else 0)

    def wrapped(self, text: str, *, indent: int = 0) -> list[str]:
        """Return *text* as lines that begin with *indent* spaces, broken between words."""
        if not self.width:
            return [" " * indent + text]
        space = " " * indent
        width = max(self.width, _LEAST_WIDTH)
        return textwrap.wrap(
            text, width, initial_indent=space, subsequent_indent=space, break_long_words=False, break_on_hyphens=False
        ) or [space]

    def folded(self, label: str, text: str, *, column: int, end: str = "") -> list[str]:
        """Return *text* after *label*, broken between words where no quotes are open, so that a copy of it still works.

        Args:
            label: Begins the first line, where its text takes less than *column* columns.
            text: A command line, or JSON.
            column: Where every line of the text begins.
            end: What ends each line but the last.
        """
        width = max(self.width, _LEAST_WIDTH) - column - len(end)
        lines = [""]
        for word in _WORD.findall(text) if self.width else [text]:
            if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
                lines[-1] += end
                lines.append(word)
            else:
                lines[-1] += f" {word}" if lines[-1] else word
        return [label + lines[0], *(" " * column + line for line in lines[1:])]

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


def terminal_width(stream: TextIO) -> int:
    """Return how many columns the terminal behind *stream* has."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return columns or _USUAL_WIDTH
