"""ErrorTail: the end of what a server writes to its standard error."""

from __future__ import annotations

import os
import threading
from contextlib import closing
from typing import IO

__all__ = ["ErrorTail"]

_READ_BYTES = 1 << 16


class ErrorTail:
    """The end of a stream, read by a thread for as long as the stream is open, so that its writer never waits.

    Args:
        stream: The stream; the thread closes it.
        max_bytes: How much of its end is kept.
    """

    def __init__(self, stream: IO[bytes], *, max_bytes: int) -> None:
        self._stream = stream
        self._max_bytes = max_bytes
        self._kept = b""
        self._thread = threading.Thread(target=self._read, name="forge-mcp-stderr", daemon=True)
        self._thread.start()

    def data(self, *, patience_s: float = 0.2) -> bytes:
        """Return the end of what was written.

        Args:
            patience_s: The longest wait for the rest of a stream that is about to end.
        """
        self._thread.join(patience_s)
        return self._kept

    def _read(self) -> None:
        with closing(self._stream):
            while piece := os.read(self._stream.fileno(), _READ_BYTES):
                self._kept = (self._kept + piece)[-self._max_bytes :]
