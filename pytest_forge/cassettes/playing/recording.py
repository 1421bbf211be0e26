"""Recording: one request and its answer while it arrives, piece by piece."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime

from ..exchange import Exchange, Headers, RecordedFailure, RecordedRequest, RecordedResponse
from .unpacking import unpacked

__all__ = ["STOPPED_READING", "Recording"]

#: The failure recorded if the client closes an answer before its end: the rest is unknown.
STOPPED_READING = "StreamClosed"

#: The last events of providers' streams.
_LAST_EVENT = re.compile(
    rb"(?:data: ?\[DONE\]|event: ?(?:message_stop|response\.(?:completed|incomplete|failed))\r?\ndata:[^\r\n]*)\s*\Z"
)
_MAX_LAST_EVENT = 1 << 20

_PACKING_HEADERS = frozenset({"content-encoding", "content-length"})


class Recording:
    """An answer while it arrives.

    Args:
        request: What is answered.
        keeps_delays: Whether the pause before each piece is kept.

    An answer that never began is left out; one that did not end is kept as a failure with the part that arrived.
    """

    def __init__(self, request: RecordedRequest, *, keeps_delays: bool = False) -> None:
        self._keeps_delays = keeps_delays
        self._request = request
        self._recorded_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._status: int | None = None
        self._reason = ""
        self._headers: Headers = ()
        self._chunks: list[bytes] = []
        self._delays: list[float] = []
        self._last = 0.0
        self._failure: str | None = None
        self._is_over = False

    def began(self, status: int, reason: str, headers: Iterable[tuple[str, str]]) -> None:
        """Record the head of the answer."""
        self._status, self._reason, self._headers = status, reason, tuple(headers)
        self._last = time.monotonic()

    def chunk(self, data: bytes) -> None:
        """Record a piece of the body, as it arrived."""
        if data:
            now = time.monotonic()
            self._chunks.append(data)
            if self._keeps_delays:
                self._delays.append(round(now - self._last, 4))
            self._last = now

    def ended(self) -> None:
        """Record that the answer is complete."""
        self._is_over = True

    def failed(self, kind: str) -> None:
        """Record that the connection failed.

        Args:
            kind: The name of httpx's exception.
        """
        if not self._is_over:
            self._failure, self._is_over = kind, True

    def closed(self) -> None:
        """Record that the client has closed the answer."""
        if not self._is_over and self._status is not None and not self._has_its_length():
            self.failed(STOPPED_READING)
        self._is_over = True

    def exchange(self) -> Exchange | None:
        """The recorded exchange; None if there was no answer."""
        self.closed()
        if self._failure == STOPPED_READING and self._status is not None:
            body = self._response(self._status).body
            if _LAST_EVENT.search(body[-_MAX_LAST_EVENT:]):
                # Clients close a stream after its last event; nothing would follow.
                self._failure = None
        return self.so_far()

    def so_far(self) -> Exchange | None:
        """The exchange as recorded until now."""
        if self._status is None:
            return Exchange(self._request, RecordedFailure(self._failure), self._recorded_at) if self._failure else None
        response = self._response(self._status)
        answer = RecordedFailure(self._failure, response) if self._failure else response
        return Exchange(self._request, answer, self._recorded_at)

    def _response(self, status: int) -> RecordedResponse:
        encodings = ", ".join(value for name, value in self._headers if name.lower() == "content-encoding")
        headers, chunks, delays = self._headers, tuple(self._chunks), tuple(self._delays)
        if encodings:
            plain = unpacked(chunks, encodings)
            if plain is not None:
                headers = tuple((name, value) for name, value in headers if name.lower() not in _PACKING_HEADERS)
                delays = delays if len(plain) == len(chunks) else ()
                chunks = plain
        return RecordedResponse(status, self._reason, headers, chunks, delays)

    def _has_its_length(self) -> bool:
        # A client that knows the length need not read to the end.
        lengths = [value for name, value in self._headers if name.lower() == "content-length"]
        if self._request.method == "HEAD" or self._status in (204, 304):
            return True
        return bool(lengths) and lengths[0].strip() == str(sum(map(len, self._chunks)))
