"""Account: the messages of a child, read from a pipe that the tool can write to as well."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

from .lines import MessageError, read_line
from .messages import (
    Announced,
    Answers,
    CallsMade,
    Ending,
    FuzzRunWanted,
    Judged,
    Sealed,
    Seen,
    ServerLost,
    SharedOver,
    Undone,
    Verdict,
)

__all__ = ["Account", "say"]

#: The longest line that is kept; a longer one is dropped.
_MAX_LINE = 1 << 25


def say(descriptor: int, line: str) -> None:
    """Write a message's line on a line of its own, even after the unfinished line of a tool.

    Raises:
        OSError: If the pipe is closed.
    """
    data = b"\n" + line.encode() + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]


class Account:
    """The messages of a child so far; lines that are not messages are ignored.

    Args:
        nonce: Seals the ending; a tool cannot know it.

    Attributes:
        pending: Arguments of the call that has not returned yet; None between calls.
        pending_since: When that call was announced, by the monotonic clock.
        ending: How the child has ended; None until then.
        made: Its calls so far; of several checks, those of the present one.
        judged: The checks that have ended, each with its calls.
    """

    def __init__(self, nonce: str) -> None:
        self._nonce = nonce
        self._line = bytearray()
        self.pending: Any = None
        self.pending_since = 0.0
        self.ending: Ending | None = None
        self.made = CallsMade()
        self.judged: list[tuple[Judged, CallsMade]] = []

    def hear(self, chunk: bytes) -> None:
        """Read a chunk from the pipe."""
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            self._line += line
            if self._line:
                self._understand(bytes(self._line))
            self._line.clear()
        if len(self._line) < _MAX_LINE:
            self._line += rest

    def _understand(self, line: bytes) -> None:
        made, now = self.made, time.monotonic()
        try:
            message = read_line(line)
        except MessageError:
            # A tool has written into the pipe.
            return
        match message:
            case Announced(None):
                if self.pending is not None:
                    self.made = replace(made, calls_s=made.calls_s + now - self.pending_since)
                self.pending, self.pending_since = None, now
            case Announced(arguments):
                self.made = replace(made, calls=made.calls + 1)
                self.pending, self.pending_since = arguments, now
            case Seen(calls):
                self.made = replace(made, seen=made.seen + calls)
            case Undone(calls, is_hung):
                undone, is_hung = made.undone + calls, made.is_hung or is_hung
                self.made = replace(made, stopped_early=True, undone=undone, is_hung=is_hung)
            case Sealed(self._nonce, Judged() as judged):
                self.judged.append((judged, made))
                self.made, self.pending = CallsMade(), None
            case Sealed(self._nonce, Verdict() | FuzzRunWanted() | Answers() | ServerLost() | SharedOver() as ending):
                self.ending = ending
