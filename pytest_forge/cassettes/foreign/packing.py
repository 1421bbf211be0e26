"""Packing: compressing a body again in the way it was compressed before."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import zlib

from .body import BodyError, decompressed

__all__ = ["packed_again"]

_LIBRARIES = {"br": ("brotli", "brotlicffi"), "zstd": ("compression.zstd", "zstandard")}


def packed_again(stored: bytes, body: bytes, encodings: str) -> tuple[bytes, str] | None:
    """Return *body* compressed like *stored*, with the names of the encodings; None if that cannot be repeated.

    Args:
        stored: The recorded body, still compressed.
        body: The body to compress instead.
        encodings: The header ``content-encoding``; empty without one.
    """
    names = [name.strip().lower() for name in encodings.split(",")]
    # A proxy or recorder may have dropped the header but kept the bytes, or undone one of two compressions.
    candidates = [names, *([name] for name in names), ["gzip"]]
    for candidate in candidates:
        told = ", ".join(name for name in candidate if name not in ("", "identity", "none"))
        if not told or (told == "gzip") != (stored[:2] == b"\x1f\x8b"):
            continue
        packed = body
        # If this encoding does not fit, or its library is missing, the next candidate may fit.
        with contextlib.suppress(BodyError):
            for name in told.split(", "):
                packed = _packed(packed, name)
            if decompressed(packed, encodings) == body:
                return packed, told
    return None


def _packed(data: bytes, name: str) -> bytes:
    if name in ("gzip", "x-gzip"):
        return gzip.compress(data, mtime=0)
    if name == "deflate":
        return zlib.compress(data)
    for module_name in _LIBRARIES.get(name, ()):
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        packed: bytes = module.ZstdCompressor().compress(data) if module_name == "zstandard" else module.compress(data)
        return packed
    raise BodyError(f"A body cannot be packed with {name!r}. Record it again, with bodies decompressed.")
