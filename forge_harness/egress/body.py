"""The body of a response, decoded and bounded: a small compressed body may hold gigabytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from ..errors import ToolError

__all__ = ["ACCEPTED_ENCODINGS", "read_body"]

ACCEPTED_ENCODINGS = "gzip, deflate"
_PIECE = 65_536


def read_body(pieces: Iterable[bytes], *, encoding: str, most: int) -> tuple[bytes, bool]:
    """Return the first *most* bytes of the decoded body, and whether there are more.

    Args:
        pieces: The body as it was sent.
        encoding: The header Content-Encoding.
        most: Bytes after decoding; never more than a piece above it is in memory.

    Raises:
        ToolError: With the code ``unreadable_body`` if it is not what its encoding says, or in one we did not ask for.
    """
    for name in reversed([word.strip().lower() for word in encoding.split(",")]):
        if name in ("gzip", "x-gzip", "deflate"):
            pieces = _decompressed(pieces, is_gzip=name != "deflate")
        elif name not in ("", "identity"):
            raise ToolError(_UNREADABLE, code="unreadable_body")
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > most:
            return bytes(body[:most]), True
    return bytes(body), False


_UNREADABLE = "The response is compressed in a way that cannot be read. Use another address."


def _decompressed(pieces: Iterable[bytes], *, is_gzip: bool) -> Iterator[bytes]:
    decoder = zlib.decompressobj(zlib.MAX_WBITS | 16 if is_gzip else zlib.MAX_WBITS)
    is_first = True
    try:
        for piece in pieces:
            left = piece
            if is_first and not is_gzip and piece and piece[0] & 0x0F != 8:
                # Some servers send deflate without the frame of zlib.
                decoder = zlib.decompressobj(-zlib.MAX_WBITS)
            is_first = is_first and not piece
            while left:
                yield decoder.decompress(left, _PIECE)
                left = decoder.unconsumed_tail
                if decoder.eof:
                    return
    except zlib.error:
        raise ToolError(_UNREADABLE, code="unreadable_body") from None
