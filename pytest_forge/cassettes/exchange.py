"""Exchange: one request and its answer, as a client saw them; recorded, redacted, written and replayed.

Unlike an `Interaction`, which is read from a file of any recorder, an exchange is exact: bodies are bytes, an answer
keeps the pieces in which it arrived, and a failed connection is an answer, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from msgspec import Struct

__all__ = ["CutBytes", "Exchange", "RecordedFailure", "RecordedRequest", "RecordedResponse"]

Headers = tuple[tuple[str, str], ...]


class RecordedRequest(Struct, frozen=True):
    """A request as it was sent.

    Attributes:
        method: In capitals.
        url: The whole address, with its query.
        headers: In order and spelling as sent; a name may occur several times.
        body: Decompressed; empty if there is none.
    """

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""


class CutBytes(Sequence[bytes]):
    """The pieces of a body that is usually read as a whole; cut on access, and equal to a tuple.

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


class RecordedResponse(Struct, frozen=True):
    """A response as it arrived.

    Attributes:
        status: The HTTP status.
        reason: The reason phrase; may be empty.
        headers: In order and spelling as received, without those of a compression, which is undone.
        chunks: The decompressed body in the pieces in which it arrived; none is empty.
        delays_s: Seconds before each chunk; empty if not recorded.
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


class RecordedFailure(Struct, frozen=True):
    """A failed connection, before a response or within it.

    Attributes:
        kind: The name of httpx's exception: ``ConnectError``, ``ConnectTimeout``, ``ReadTimeout``, ``ReadError``,
            ``RemoteProtocolError``, ….
        begun: The part of the response that arrived; None if nothing did.
    """

    kind: str
    begun: RecordedResponse | None = None


class Exchange(Struct, frozen=True):
    """One request and its answer.

    Attributes:
        request: The request.
        answer: The response or failure.
        recorded_at: The time in UTC, in ISO 8601 to the second; empty if unknown.
    """

    request: RecordedRequest
    answer: RecordedResponse | RecordedFailure
    recorded_at: str = ""
