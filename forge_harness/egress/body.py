"""The body of a response, decoded and bounded: a small compressed body may hold gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable, Generator, Iterable, Iterator

from ..deadline.time_left import is_cancelled, seconds_left
from ..errors import ToolError

__all__ = ["ACCEPTED_ENCODINGS", "BoundedBody", "read_body", "read_body_async"]

ACCEPTED_ENCODINGS = "gzip, deflate"
_PIECE = 65_536
_MAX_ENCODINGS = 2
#: What is read after the end of compressed data, so that the connection can be used again.
_MAX_REST = 65_536
#: A body in more pieces is cut: each of them takes time, however short it is.
_MAX_PIECES = 20_000
_UNREADABLE = "The response is compressed in a way that cannot be read. Use another address."


class BoundedBody:
    """A body that is taken piece by piece, until it ends or is long enough.

    Args:
        encoding: The header Content-Encoding.
        most: Bytes to keep, after decoding; never more than a piece above it is in memory.

    Raises:
        ToolError: With the code ``unreadable_body`` if the body is in an encoding that we did not ask for.
    """

    def __init__(self, encoding: str, most: int) -> None:
        names = [name for word in encoding.split(",") if (name := word.strip().lower()) not in ("", "identity")]
        if len(names) > _MAX_ENCODINGS or not {*names} <= {"gzip", "x-gzip", "deflate"}:
            raise ToolError(_UNREADABLE, code="unreadable_body")
        self._decoders = [_Decoder(is_gzip=name != "deflate") for name in reversed(names)]
        self._most = most
        self._body = bytearray()
        self._rest = self._pieces = self._received = 0
        self._is_endless = False

    def take(self, piece: bytes) -> bool:
        """Take a piece as it was sent, and return whether another is wanted.

        Raises:
            ToolError: With the code ``unreadable_body`` if it is not what its encoding says.
            TimeoutError: If the time of the call ends meanwhile.
        """
        self._pieces += 1
        self._received += len(piece)
        if self._decoders and self._decoders[0].is_over:
            self._rest += len(piece)
        try:
            for decoded in self._decoded(piece, 0):
                self._body += decoded
                if len(self._body) > self._most:
                    return False
        except zlib.error:
            raise ToolError(_UNREADABLE, code="unreadable_body") from None
        # Compressed data are not longer than what they hold, unless they hold nothing.
        self._is_endless = self._pieces >= _MAX_PIECES or self._received > self._most + _PIECE
        return self._rest <= _MAX_REST and not self._is_endless

    def finished(self) -> tuple[bytes, bool]:
        """Return the body as far as it is kept, and whether there is more or its compressed data breaks off."""
        is_cut = (
            self._is_endless or len(self._body) > self._most or any(decoder.breaks_off for decoder in self._decoders)
        )
        return bytes(self._body[: self._most]), is_cut

    def _decoded(self, piece: bytes, stage: int) -> Iterator[bytes]:
        if stage == len(self._decoders):
            yield piece
            return
        for decoded in self._decoders[stage].pieces(piece):
            yield from self._decoded(decoded, stage + 1)


class _Decoder:
    """One encoding, whose data come in pieces."""

    def __init__(self, *, is_gzip: bool) -> None:
        self._is_gzip = is_gzip
        self._inflate = None if is_gzip else zlib.decompressobj()
        self._has_begun = False
        #: Whether the compressed data have ended; the rest is ignored.
        self.is_over = False

    @property
    def breaks_off(self) -> bool:
        return self._has_begun and not self.is_over and self._inflate is not None

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Yield what *data* decode to, in pieces that are bounded."""
        if not data or self.is_over:
            return
        if not self._has_begun and not self._is_gzip and data[0] & 0x0F != 8:
            # Some servers send deflate without the frame of zlib.
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while data and not self.is_over:
            if self._inflate is None:
                # Gzip data may consist of several members.
                self.is_over = self._has_begun and data[0] != 0x1F
                self._inflate = None if self.is_over else zlib.decompressobj(zlib.MAX_WBITS | 16)
                continue
            self._has_begun = True
            data = yield from self._inflated(self._inflate, data)

    def _inflated(self, inflate: zlib._Decompress, data: bytes) -> Generator[bytes, None, bytes]:
        """Yield what *data* decode to; return what follows the end of the compressed data."""
        while True:
            # A stage may take what another one makes without an end, and give nothing itself.
            if seconds_left() == 0.0 or is_cancelled():
                raise TimeoutError("The time of the request is over.")
            decoded = inflate.decompress(data, _PIECE)
            data = inflate.unconsumed_tail
            if decoded:
                yield decoded
            if inflate.eof:
                self._inflate, self.is_over = None, not self._is_gzip
                return inflate.unused_data
            # A full piece may leave output behind even when all data are consumed.
            if not data and len(decoded) < _PIECE:
                return b""


def read_body(pieces: Iterable[bytes], *, encoding: str, most: int) -> tuple[bytes, bool]:
    """Return the first *most* bytes of the decoded body, and whether there are more.

    Args:
        pieces: The body as it was sent.
        encoding: The header Content-Encoding.
        most: Bytes after decoding.

    Raises:
        ToolError: With the code ``unreadable_body`` if it is not what its encoding says, or in one we did not ask for.
    """
    body = BoundedBody(encoding, most)
    for piece in pieces:
        if not body.take(piece):
            break
    return body.finished()


async def read_body_async(pieces: AsyncIterable[bytes], *, encoding: str, most: int) -> tuple[bytes, bool]:
    """Return the same, from pieces that arrive asynchronously."""
    body = BoundedBody(encoding, most)
    async for piece in pieces:
        if not body.take(piece):
            break
    return body.finished()
