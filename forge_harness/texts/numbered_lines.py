r"""Lines by number: a window of the lines of a file, read as a stream.

A line is ended by ``\n`` alone and keeps its end, ``\r\n`` included, so that the window is a part of the file as it
stands. What follows the last ``\n`` is a line if it is not empty: a final newline does not begin another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

__all__ = ["LineWindow", "read_lines"]

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class LineWindow:
    """Successive lines of a file.

    Attributes:
        data: The lines with their ends.
        first_line: The number of the first one, from 1; None if there is none.
        last_line: The number of the last one; None if there is none.
        total_lines: The lines of the whole file; None if they were not all counted.
        is_cut: Whether *data* ends within its last line.
    """

    data: bytes
    first_line: int | None
    last_line: int | None
    total_lines: int | None
    is_cut: bool


def read_lines(
    file: BinaryIO, *, first: int, limit: int, max_bytes: int, reach_bytes: int, count_bytes: int
) -> LineWindow:
    """Read the lines from *first*, at most *limit* of them, and count the others.

    Whole lines are returned as far as they fit into *max_bytes*. A first line that does not fit is cut, between two
    characters of UTF-8.

    Args:
        file: Read from where it stands, in pieces.
        first: The number of the first line, from 1.
        limit: The most lines, at least 1.
        max_bytes: The most bytes of them, at least 4.
        reach_bytes: How far to read in all. A window that lies further is empty, with ``total_lines`` None.
        count_bytes: How far to read after the window, to count the lines of the file.
    """
    stream = _Stream(file, reach_bytes)
    parts = [stream.after(first - 1)]
    ends, size = parts[0].count(b"\n"), len(parts[0])
    while ends < limit and size <= max_bytes and (chunk := stream.next()):
        parts.append(chunk)
        ends += chunk.count(b"\n")
        size += len(chunk)
    held = b"".join(parts)
    data, number = _fitting(held, limit, max_bytes)
    is_cut = bool(held) and not number
    if is_cut:
        data, number = _whole_characters(held[:max_bytes]), 1
    stream.left = min(stream.left, count_bytes)
    while stream.next():
        pass
    return LineWindow(
        data=data,
        first_line=first if number else None,
        last_line=first + number - 1 if number else None,
        total_lines=stream.lines if stream.has_ended else None,
        is_cut=is_cut,
    )


class _Stream:
    """A file in chunks, with a count of the lines that were read."""

    def __init__(self, file: BinaryIO, left: int) -> None:
        self._file = file
        self._ends = 0
        self._last = b"\n"
        self.left = left
        self.has_ended = False

    @property
    def lines(self) -> int:
        return self._ends + (self._last != b"\n")

    def next(self) -> bytes:
        """Read a chunk; it is empty at the end of the file, and where the reach ends."""
        if self.left <= 0:
            return b""
        chunk = self._file.read(_CHUNK_BYTES)
        self.left -= len(chunk)
        self.has_ended = not chunk
        self._ends += chunk.count(b"\n")
        self._last = chunk[-1:] or self._last
        return chunk

    def after(self, lines: int) -> bytes:
        """Read past *lines*, and return what was read of the next."""
        while chunk := self.next():
            ends = chunk.count(b"\n")
            if ends >= lines:
                return chunk.split(b"\n", lines)[-1]
            lines -= ends
        return b""


def _fitting(held: bytes, limit: int, max_bytes: int) -> tuple[bytes, int]:
    """Return the whole lines of *held* that fit, and their number."""
    end = number = 0
    while number < limit and end < len(held):
        # The end of the line, or of the file.
        following = held.find(b"\n", end) + 1 or len(held)
        if following > max_bytes:
            break
        end = following
        number += 1
    return held[:end], number


def _whole_characters(data: bytes) -> bytes:
    """Return *data* without a last character of UTF-8 that is incomplete."""
    for length in range(1, min(4, len(data)) + 1):
        byte = data[-length]
        # The first byte of a character says how many it has; each of the others begins with the bits 10.
        if byte & 0b1100_0000 != 0b1000_0000:
            needed = 1 if byte < 0b1100_0000 else 2 if byte < 0b1110_0000 else 3 if byte < 0b1111_0000 else 4
            return data if length >= needed else data[:-length]
    return data
