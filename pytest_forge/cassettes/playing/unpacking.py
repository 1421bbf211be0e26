"""Unpacking: the pieces of a compressed answer, decompressed one by one to keep their boundaries."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable, Sequence

__all__ = ["unpacked"]

#: Decompresses a piece; called with None at the end.
_Unpacker = Callable[[bytes | None], bytes]


def unpacked(chunks: Sequence[bytes], encodings: str) -> tuple[bytes, ...] | None:
    """Return the decompressed pieces; empty ones are left out.

    Args:
        chunks: As they arrived; a cut stream is decompressed as far as possible.
        encodings: The header ``content-encoding``; empty without one.

    Returns:
        None if the bytes are damaged, or need a library that is not installed.
    """
    names = [name.strip().lower() for name in encodings.split(",") if name.strip()]
    pieces = tuple(chunks)
    for name in reversed(names):
        if name in ("identity", "none"):
            continue
        unpack = _unpacker(name)
        if unpack is None:
            return None
        try:
            pieces = (*(unpack(piece) for piece in pieces), unpack(None))
        except Exception:  # noqa: BLE001  # each library has errors of its own
            return None
    return tuple(piece for piece in pieces if piece)


def _unpacker(name: str) -> _Unpacker | None:
    if name in ("gzip", "x-gzip"):
        return _Zlib(31)
    if name == "deflate":
        return _Zlib(15)
    if name == "br":
        return _brotli()
    return _zstd() if name == "zstd" else None


class _Zlib:
    """Gzip in one or several members, or deflate with or without its wrapper."""

    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._maker = zlib.decompressobj(wbits)
        # The first two bytes of deflate show whether it has its zlib header, which some servers omit.
        self._waiting: bytes | None = b"" if wbits == 15 else None

    def __call__(self, piece: bytes | None) -> bytes:
        if piece is None:
            return self._maker.flush()
        if self._waiting is not None:
            piece = self._waiting + piece
            if len(piece) < 2:
                self._waiting = piece
                return b""
            self._waiting = None
            if piece[0] & 15 != 8 or int.from_bytes(piece[:2]) % 31:
                self._maker = zlib.decompressobj(-15)
        data = self._maker.decompress(piece)
        while self._wbits == 31 and self._maker.eof and self._maker.unused_data[:2] == b"\x1f\x8b":
            rest = self._maker.unused_data
            self._maker = zlib.decompressobj(31)
            data += self._maker.decompress(rest)
        return data


def _brotli() -> _Unpacker | None:
    for module in ("brotli", "brotlicffi"):
        try:
            maker = importlib.import_module(module).Decompressor()
        except ImportError:
            continue
        feed: Callable[[bytes], bytes] = maker.process if hasattr(maker, "process") else maker.decompress
        return lambda piece: b"" if piece is None else feed(piece)
    return None


def _zstd() -> _Unpacker | None:
    try:
        feed: Callable[[bytes], bytes] = (
            importlib.import_module("zstandard").ZstdDecompressor().decompressobj().decompress
        )
    except ImportError:
        return None
    return lambda piece: b"" if piece is None else feed(piece)
