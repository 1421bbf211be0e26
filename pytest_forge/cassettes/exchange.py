"""Exchange: one request and what answered it, as a client saw them; what is recorded, redacted, written and replayed.

Unlike an `Interaction`, which is read from anybody's file, an exchange is ours from end to end: bodies are bytes, an
answer keeps the pieces in which it arrived, and a connection that failed is an answer too.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Exchange", "RecordedFailure", "RecordedRequest", "RecordedResponse"]

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """What was sent.

    Attributes:
        method: In capitals.
        url: The whole address, with its query.
        headers: In the order and spelling they were sent; a name may come several times.
        body: Empty for none; decompressed.
    """

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    """What came back.

    Attributes:
        status: The HTTP status.
        reason: The words beside it; may be empty.
        headers: In the order and spelling they came; without those that speak of a compression, which is undone.
        chunks: The body in the pieces in which it arrived, decompressed; none is empty.
        delays_s: Seconds before each chunk; empty where they were not kept.
    """

    status: int
    reason: str = ""
    headers: Headers = ()
    chunks: tuple[bytes, ...] = ()
    delays_s: tuple[float, ...] = ()

    @property
    def body(self) -> bytes:
        """The whole body."""
        return b"".join(self.chunks)


@dataclass(frozen=True, slots=True)
class RecordedFailure:
    """A connection that failed, in place of a response, or after the beginning of one.

    Attributes:
        kind: What failed, in httpx's word: ``ConnectError``, ``ConnectTimeout``, ``ReadTimeout``, ``ReadError``,
            ``RemoteProtocolError``, ….
        begun: What had arrived of a response; None for nothing.
    """

    kind: str
    begun: RecordedResponse | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what answered it.

    Attributes:
        request: What was sent.
        answer: What came back.
        recorded_at: When, in UTC, in ISO 8601 to the second; empty where it is not known.
    """

    request: RecordedRequest
    answer: RecordedResponse | RecordedFailure
    recorded_at: str = ""
