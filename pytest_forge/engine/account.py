"""Account: the messages of a child, read from a pipe that the tool can write to as well."""

from __future__ import annotations

import os
import time

from .lines import ANNOUNCED, RETURNED, MessageError, read_line
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
        pending_since: When the announcement of the call that has not returned yet was read, by the monotonic clock.
        ending: How the child has ended; None until then.
        judged: The checks that have ended, each with its calls.
    """

    def __init__(self, nonce: str) -> None:
        self._nonce = nonce
        self._line = bytearray()
        # A check makes hundreds of calls, and the arguments of those that return are never asked for.
        self._announced: bytes | None = None
        self.pending_since = 0.0
        self.ending: Ending | None = None
        self.judged: list[tuple[Judged, CallsMade]] = []
        self._begin()

    @property
    def pending(self) -> Announced:
        """The call that has not returned yet; without arguments between calls."""
        try:
            said = None if self._announced is None else read_line(self._announced)
        except MessageError:
            # A tool has written into the pipe.
            said = None
        return said if isinstance(said, Announced) else Announced(None)

    @property
    def made(self) -> CallsMade:
        """Its calls so far; of several checks, those of the present one."""
        return CallsMade(self._calls, self._calls_s, self._seen, self._stopped_early, self._undone, self._is_hung)

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

    def _begin(self) -> None:
        self._calls = self._seen = self._undone = 0
        self._calls_s = self._began = 0.0
        self._stopped_early = self._is_hung = False

    def _understand(self, line: bytes) -> None:
        if line == RETURNED:
            if self._announced is not None:
                self._calls_s = time.monotonic() - self._began
            self._announced = None
            return
        if line.startswith(ANNOUNCED):
            self._calls += 1
            self._announced, self.pending_since = line, time.monotonic()
            if self._calls == 1:
                self._began = self.pending_since
            return
        try:
            message = read_line(line)
        except MessageError:
            # A tool has written into the pipe.
            return
        match message:
            case Seen(calls):
                self._seen += calls
            case Undone(calls, is_hung):
                self._stopped_early = True
                self._undone += calls
                self._is_hung = self._is_hung or is_hung
            case Sealed(self._nonce, Judged() as judged):
                self.judged.append((judged, self.made))
                self._begin()
                self._announced = None
            case Sealed(self._nonce, Verdict() | FuzzRunWanted() | Answers() | ServerLost() | SharedOver() as ending):
                self.ending = ending
