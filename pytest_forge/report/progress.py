"""Progress: one line that rewrites itself, on a terminal only."""

from __future__ import annotations

from types import TracebackType
from typing import TextIO

from .paint import terminal_width
from .printable import printable

__all__ = ["Progress"]


class Progress:
    """Shows the current check; silent unless the stream is a terminal.

    Args:
        stream: Where to write; None for nowhere.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._width = terminal_width(stream) if stream is not None else 0

    @classmethod
    def on(cls, stream: TextIO) -> Progress:
        """Show progress on *stream* if it is a terminal."""
        return cls(stream if stream.isatty() else None)

    def __call__(self, text: str) -> None:
        """Replace the line by *text*, cut to one line."""
        if self._stream is not None:
            shown = printable(text)
            self._stream.write(f"\r\x1b[K{shown[: self._width - 1]}")
            self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
