"""Packed bodies: the bodies of an exchange, decompressed to be searched and compressed again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..exchange import Exchange, Headers, RecordedResponse
from ..foreign.body import BodyError, decompressed
from ..foreign.packing import packed_again

__all__ = ["packed_as", "unpacked"]

_GZIP = b"\x1f\x8b"


def unpacked(exchange: Exchange) -> Exchange:
    """Return *exchange* with its bodies decompressed, or itself if none is compressed or can be read.

    Raises:
        BodyError: If a body needs a library that is not installed.
    """
    request = exchange.request
    body = _plain(request.body, request.headers)
    if body != request.body:
        exchange = replace(exchange, request=replace(request, body=body))
    answer = _response(exchange)
    if answer is not None:
        body = _plain(answer.body, answer.headers)
        if body != answer.body:
            exchange = _with_chunks(exchange, _cut(body, len(answer.chunks)))
    return exchange


def packed_as(original: Exchange, plain: Exchange, clean: Exchange) -> Exchange:
    """Return *clean* with its bodies compressed like those of *original*.

    Args:
        original: The recorded exchange.
        plain: The result of `unpacked`.
        clean: *plain* without its secrets.
    """
    old, new = original.request, clean.request
    if plain.request.body != old.body:
        body = old.body if new.body == plain.request.body else _packed(old.body, new.body, old.headers)
        clean = replace(clean, request=replace(new, body=body))
    stored, read, told = _response(original), _response(plain), _response(clean)
    if stored is None or read is None or told is None or read.body == stored.body:
        return clean
    if told.body == read.body:
        return _with_chunks(clean, stored.chunks)
    return _with_chunks(clean, _cut(_packed(stored.body, told.body, stored.headers), len(stored.chunks)))


def _response(exchange: Exchange) -> RecordedResponse | None:
    return exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun


def _with_chunks(exchange: Exchange, chunks: Sequence[bytes]) -> Exchange:
    response = _response(exchange)
    if response is None:
        return exchange
    changed = replace(response, chunks=tuple(chunks))
    if isinstance(exchange.answer, RecordedResponse):
        return replace(exchange, answer=changed)
    return replace(exchange, answer=replace(exchange.answer, begun=changed))


def _plain(body: bytes, headers: Headers) -> bytes:
    encodings = _encodings(headers)
    if not encodings and body[:2] != _GZIP:
        return body
    try:
        return decompressed(body, encodings)
    except BodyError as error:
        if "library" in str(error):
            raise
        # The bytes are damaged, or the header is wrong: they are searched as they are.
        return body


def _packed(stored: bytes, body: bytes, headers: Headers) -> bytes:
    packed = packed_again(stored, body, _encodings(headers))
    # Readers recognise a plain body whatever the header says.
    return body if packed is None else packed[0]


def _encodings(headers: Headers) -> str:
    return ", ".join(value for name, value in headers if name.lower() == "content-encoding")


def _cut(body: bytes, count: int) -> tuple[bytes, ...]:
    """Cut *body* into *count* pieces, or fewer if it has fewer bytes."""
    size = max(1, -(-len(body) // max(1, count)))
    return tuple(body[start : start + size] for start in range(0, len(body), size))
