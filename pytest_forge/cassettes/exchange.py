"""Exchange: one request and what answered it, as a client saw them; what is recorded, redacted, written and replayed.

Unlike an `Interaction`, which is read from anybody's file, an exchange is ours from end to end: bodies are bytes, an
answer keeps the pieces in which it arrived, and a connection that failed is an answer too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

__all__ = ["CutBytes", "Exchange", "RecordedFailure", "RecordedRequest", "RecordedResponse"]

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


class CutBytes(Sequence[bytes]):
    """The pieces of a body that is read whole more often than in pieces; cut when somebody looks, and equal to a tuple.

    Attributes:
        whole: All of them together.
    """

    __slots__ = ("_cut", "_pieces", "whole")

    def __init__(self, whole: bytes, cut: Callable[[bytes], tuple[bytes, ...]]) -> None:
        self.whole = whole
        self._cut = cut
        self._pieces: tuple[bytes, ...] | None = None

    def pieces(self) -> tuple[bytes, ...]:
        """Return them."""
        if self._pieces is None:
            self._pieces = self._cut(self.whole)
        return self._pieces

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.pieces())

    def __len__(self) -> int:
        return len(self.pieces())

    @overload
    def __getitem__(self, place: int) -> bytes: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[bytes, ...]: ...
    def __getitem__(self, place: int | slice) -> bytes | tuple[bytes, ...]:
        return self.pieces()[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CutBytes):
            return self.whole == other.whole and self.pieces() == other.pieces()
        return self.pieces() == other

    def __hash__(self) -> int:
        return hash(self.pieces())

    def __repr__(self) -> str:
        return repr(self.pieces())


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
    chunks: Sequence[bytes] = ()
    delays_s: tuple[float, ...] = ()

    @property
    def body(self) -> bytes:
        """The whole body."""
        return self.chunks.whole if isinstance(self.chunks, CutBytes) else b"".join(self.chunks)


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
