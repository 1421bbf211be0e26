"""Traffic: what one request may still receive, counted where bytes arrive.

A limit on the body does not see what comes before and between its pieces: interim answers without an end, or extensions
of chunks, keep a processor busy for the whole time of a request.
"""

from __future__ import annotations

from contextvars import ContextVar

import httpcore

__all__ = ["Traffic", "note_received"]

_MAX_HEAD = 256 * 1024
#: How much longer a body may be than what is kept of it, with the frames of its chunks.
_FRAMES = 8


class Traffic:
    """What one request may still receive; while it is entered, connections of this task or thread count for it."""

    __slots__ = ("_left", "_token")

    def __init__(self) -> None:
        self._left = _MAX_HEAD

    def __enter__(self) -> Traffic:
        self._token = _traffic.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _traffic.reset(self._token)

    def expect_head(self) -> None:
        """Allow the head of an answer, and interim answers before it."""
        self._left = _MAX_HEAD

    def expect_body(self, most: int) -> None:
        """Allow a body of which *most* bytes are kept."""
        self._left = most * _FRAMES + _MAX_HEAD

    def take(self, size: int) -> None:
        """Count bytes that have arrived.

        Raises:
            httpcore.ReadError: If there are too many.
        """
        self._left -= size
        if self._left < 0:
            raise httpcore.ReadError("The answer is longer than a request may receive.")


_traffic: ContextVar[Traffic | None] = ContextVar("forge_egress_traffic", default=None)


def note_received(data: bytes) -> bytes:
    """Return *data*, counted for the request that receives it.

    Raises:
        httpcore.ReadError: If it has received too much.
    """
    traffic = _traffic.get()
    if traffic is not None:
        traffic.take(len(data))
    return data
