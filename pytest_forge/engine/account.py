"""Account: what a child tells its host through a pipe, where the tool may write too."""

from __future__ import annotations

import json
import os
import time
from typing import Any

__all__ = ["Account", "say"]

#: The longest line that is waited for; a child that says more without a line's end says nothing.
_MAX_LINE = 1 << 25


def say(descriptor: int, text: str) -> None:
    """Write *text* as a line of its own, even after somebody's unfinished one.

    Raises:
        OSError: If the pipe is closed.
    """
    data = b"\n" + text.encode() + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]


class Account:
    """What a child has told so far; lines that mean nothing are passed over.

    Args:
        nonce: Goes with the verdict; junk of a tool cannot hold it.

    Attributes:
        pending: Arguments of the call that has not come back yet; None between calls.
        pending_since: When that was heard, by the monotonic clock.
        verdict: How the check ended; None until then.
        calls: How many calls were announced.
        calls_s: Seconds that those took which came back, as heard here.
        seen: How many calls the check has looked at that were not announced: those of a walk, or its own threads'.
        has_stopped_early: Whether the check, or a copy of its process, has stopped before it had seen enough.
        undone: How many calls were left then, as far as that is known.
        has_hung: Whether a call that did not come back is the cause, and not time.
    """

    def __init__(self, nonce: str) -> None:
        self._nonce = nonce
        self._line = bytearray()
        self.pending: Any = None
        self.pending_since = 0.0
        self.verdict: dict[str, Any] | None = None
        self.calls = 0
        self.calls_s = 0.0
        self.seen = 0
        self.has_stopped_early = False
        self.undone = 0
        self.has_hung = False

    def hear(self, chunk: bytes) -> None:
        """Take in what was read from the pipe."""
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            self._line += line
            self._understand(bytes(self._line))
            self._line.clear()
        if len(self._line) < _MAX_LINE:
            self._line += rest

    def _understand(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict):
            return
        if "call" in message:
            if message["call"] is not None:
                self.calls += 1
            elif self.pending is not None:
                self.calls_s += time.monotonic() - self.pending_since
            self.pending = message["call"]
            self.pending_since = time.monotonic()
        elif isinstance(message.get("seen"), int):
            self.seen += message["seen"]
        elif isinstance(message.get("undone"), int):
            self.has_stopped_early = True
            self.undone += message["undone"]
            self.has_hung = self.has_hung or message.get("hung") is True
        elif message.get("nonce") == self._nonce and isinstance(message.get("verdict"), dict):
            self.verdict = message["verdict"]
