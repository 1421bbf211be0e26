r"""The lines of a file in which something is found, with the lines around them, from a stream.

::

    4   before      context of the next match
    5   MATCH
    6   after       context of the last match; a line that matches counts as a match, here too
    7   MATCH

A line is ended by ``\n`` or ``\r\n``, and shown without it. The file is read in blocks of whole lines, so it may be of
any size. Lines are shown, and kept for context, up to a length. A line that is longer than a few blocks is searched up
to there, since no overlap of its parts is long enough for every pattern. If such a line does not end soon, as in the
empty part of a sparse file, the rest of the file is left.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .line_pattern import LinePattern

__all__ = ["FoundLine", "LineSearch", "is_text_without_match"]

#: How much of a line is kept to be shown, in bytes.
_SHOWN_BYTES = 8_192

#: How many blocks a line may fill.
_LINE_BLOCKS = 4

#: How much of a line that is too long is passed over to find its end, in bytes.
_PASSED_BYTES = 64 * 1024**2

_TESTED_BYTES = 512

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class FoundLine(NamedTuple):
    """A line that matches, or one of its context; *text* is the beginning of it, without its end."""

    number: int
    is_match: bool
    text: bytes


def is_text_without_match(data: bytes, pattern: LinePattern) -> bool:
    """Tell whether a whole file, of at most a block, has nothing to show: most files are like that."""
    text = data.removeprefix(_BYTE_ORDER_MARK)
    return b"\0" not in text[:_TESTED_BYTES] and pattern.find(_with_plain_ends(text.removesuffix(b"\n")), 0) < 0


class LineSearch:
    """The search of one file, to be iterated once.

    Args:
        read: Returns up to a number of bytes, and none at the end of the file.
        pattern: What to find.
        context: The lines to give before and after each match.
        size: The size of the file in bytes, if it is known: it is not read further. 0 if it is not.
        begun: What has been read already.

    Attributes:
        is_binary: Whether the file is binary: it has a NUL among its first 512 bytes, and was not searched.
        has_cut_line: Whether a line was too long to be searched to its end.
    """

    def __init__(
        self,
        read: Callable[[int], bytes],
        pattern: LinePattern,
        *,
        context: int,
        size: int = 0,
        begun: bytes = b"",
    ) -> None:
        self.is_binary = False
        self.has_cut_line = False
        self._read = read
        self._pattern = pattern
        self._context = context
        self._left = (size or sys.maxsize) - len(begun)
        self._begun = begun

    def __iter__(self) -> Iterator[FoundLine]:
        first = (self._begun or self._piece()).removeprefix(_BYTE_ORDER_MARK)
        if b"\0" in first[:_TESTED_BYTES]:
            self.is_binary = True
            return
        find, context = self._pattern.find, self._context
        before: deque[FoundLine] = deque(maxlen=context)
        owed = 0  # lines to give after the last match
        block, at, number = b"", 1, 1  # a line that was neither given nor kept begins at `at`, and has `number`
        for following in self._blocks(first):
            number += _lines_from(block, at)
            block, at = following, 0
            while at <= len(block):
                match = find(block, at)
                # Where the line that matches begins, or what would follow the last line.
                begin = len(block) + 1 if match < 0 else block.rfind(b"\n", 0, match) + 1
                while owed and at < begin:
                    line, at = _line(block, at)
                    yield FoundLine(number, False, line)
                    owed -= 1
                    number += 1
                if match < 0:
                    break
                if context:
                    before.extend(_last_lines(block, at, begin, number, context))
                    yield from before
                    before.clear()
                number += block.count(b"\n", at, begin)
                line, at = _line(block, begin)
                yield FoundLine(number, True, line)
                owed = context
                number += 1
            if context and at <= len(block):
                before.extend(_last_lines(block, at, len(block) + 1, number, context))

    def _blocks(self, data: bytes) -> Iterator[bytes]:
        """Read on after *data*, whole lines, at least one at a time; the last of a block has no end."""
        size = self._pattern.block_bytes
        held = b""
        while data:
            end = data.rfind(b"\n")
            if end >= 0:
                yield _with_plain_ends(held + data[:end])
                held = data[end + 1 :]
            else:
                held += data
                if len(held) > _LINE_BLOCKS * size:
                    self.has_cut_line = True
                    yield held
                    held = b""
                    passed = 0
                    while data and b"\n" not in data:
                        passed += len(data)
                        if passed > _PASSED_BYTES:
                            return
                        data = self._piece()
                    data = data.partition(b"\n")[2]
                    if data:
                        continue
            data = self._piece()
        if held:
            yield _with_plain_ends(held)

    def _piece(self) -> bytes:
        # No more than is there: the memory is allocated before it is read.
        size = min(self._pattern.block_bytes, self._left)
        data = self._read(size) if size else b""
        self._left -= len(data)
        return data


def _with_plain_ends(block: bytes) -> bytes:
    if b"\r" not in block:
        return block
    return block.replace(b"\r\n", b"\n").removesuffix(b"\r")


def _lines_from(block: bytes, at: int) -> int:
    return block.count(b"\n", at) + 1 if at <= len(block) else 0


def _line(block: bytes, begin: int) -> tuple[bytes, int]:
    """Return what is shown of the line at *begin*, and where the next one begins."""
    end = block.find(b"\n", begin)
    if end < 0:
        end = len(block)
    return block[begin : min(end, begin + _SHOWN_BYTES)], end + 1


def _last_lines(block: bytes, at: int, end: int, number: int, count: int) -> list[FoundLine]:
    """Return the last lines between two beginnings of lines, at most *count*; *number* is that of the first one."""
    begins: list[int] = []
    begin = end
    while begin > at and len(begins) < count:
        begin = block.rfind(b"\n", at, begin - 1) + 1 or at
        begins.append(begin)
    number += block.count(b"\n", at, begin)
    return [FoundLine(number + index, False, _line(block, begin)[0]) for index, begin in enumerate(reversed(begins))]
