"""The body of a request or an answer as bytes, read from any form that recorders write.

text                          as it is
bytes                         ``!!binary`` in YAML
{"string": …}                 VCR.py, VCR for Ruby; the value in any of these forms
{"base64_string": "…"}        VCR; also {"encoding": "base64", "string": "…"}
[chunk, chunk, …]             the pieces of a stream
``parsed_body``               JSON, already decoded

The bytes decide whether a body is compressed, not the header: recorders decompress bodies and keep the header.
"""

from __future__ import annotations

import base64
import binascii
import importlib
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["BodyError", "body_bytes", "decompressed", "json_bytes"]

#: More than any conversation needs, and small enough to refuse a decompression bomb.
_MAX_BYTES = 256 * 1024 * 1024
_MAX_VALUES = 2_000_000
_TEXT_STARTS = (b"{", b"[", b"data:", b"event:", b":", b"id:", b'"')
_TOO_LARGE = "A body unpacks to more than 256 MiB. Record it again, without what fills it."


class BodyError(Exception):
    """A body cannot be read; the message is two sentences."""


def body_bytes(owner: Mapping[str, Any]) -> bytes | None:
    """Return the body of a recorded request or answer, still compressed if it was; None without one.

    Raises:
        BodyError: If its form is unknown.
    """
    if owner.get("parsed_body") is not None:
        return json_bytes(owner["parsed_body"])
    for key in ("body", "content", "chunks"):
        if owner.get(key) is not None:
            return _bytes_of(owner[key])
    return None


def decompressed(data: bytes, encodings: str) -> bytes:
    """Undo the compression of *data*.

    Args:
        data: The recorded body.
        encodings: The header ``content-encoding``; empty without one.

    Raises:
        BodyError: If the bytes are damaged, or need a library that is not installed.
    """
    names = [name.strip().lower() for name in encodings.split(",") if name.strip()]
    for name in reversed(names):
        data = _unpacked(data, name)
    # A proxy or recorder may have dropped the header but kept the bytes.
    return _gunzipped(data) if data[:2] == b"\x1f\x8b" else data


def _bytes_of(value: Any) -> bytes | None:
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return _encoded(value)
    if isinstance(value, list):
        if all(isinstance(chunk, str | bytes) for chunk in value):
            return b"".join(_encoded(chunk) if isinstance(chunk, str) else chunk for chunk in value)
        return json_bytes(value)
    if isinstance(value, Mapping):
        return _bytes_of_mapping(value)
    raise BodyError(f"A body is recorded as {type(value).__name__}. Record it as text, bytes or base64.")


def _bytes_of_mapping(value: Mapping[str, Any]) -> bytes | None:
    for key in ("base64_string", "base64"):
        if isinstance(value.get(key), str):
            return _from_base64(value[key])
    for key in ("string", "chunks"):
        if key in value:
            inner = value[key]
            if str(value.get("encoding", "")).lower() == "base64" and isinstance(inner, str):
                return _from_base64(inner)
            return _bytes_of(inner)
    return json_bytes(value) if value else None


def _encoded(text: str) -> bytes:
    if text.startswith("\x1f\x8b"):
        # Compressed bytes that were read as Latin-1.
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            raise BodyError(
                "A compressed body was recorded as text, which damaged it. Record it again, with bodies decompressed."
            ) from None
    return text.encode("utf-8", "replace")


def json_bytes(value: Any) -> bytes:
    """Write a body that was recorded decoded.

    Raises:
        BodyError: If it contains itself, or grows without limit through references between its parts.
    """
    try:
        _check_size(value)
        return json.dumps(value, ensure_ascii=False, default=_plain).encode("utf-8", "replace")
    except (ValueError, RecursionError, TypeError):
        raise BodyError("A body that was recorded decoded holds itself. Record it again, as text.") from None


def _check_size(value: Any) -> None:
    # A few lines of YAML aliases can expand to more values than fit into memory.
    waiting = [value]
    count = 0
    while waiting:
        item = waiting.pop()
        children = item.values() if isinstance(item, Mapping) else item if isinstance(item, list | tuple) else ()
        count += 1 + len(children)
        if count > _MAX_VALUES:
            raise BodyError("A body that was recorded decoded holds itself, or too much. Record it again, as text.")
        waiting += children


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BodyError("A body is marked as base64 and is none. Record it again.") from None


def _unpacked(data: bytes, name: str) -> bytes:
    # Plain text never starts like a compressed stream, except for raw deflate, which then fails to decompress.
    if not data or name in ("identity", "none"):
        return data
    if name in ("gzip", "x-gzip"):
        return _gunzipped(data) if data[:2] == b"\x1f\x8b" else data
    if name == "deflate":
        return _inflated(data)
    if name in ("br", "zstd") and not _is_plain(data):
        return _by_library(data, name)
    return data


def _is_plain(data: bytes) -> bool:
    if not data.lstrip().startswith(_TEXT_STARTS):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _gunzipped(data: bytes) -> bytes:
    parts = []
    size = 0
    # A body may consist of several compressed members.
    while data[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(wbits=31)
        try:
            part = unpacker.decompress(data, _MAX_BYTES - size + 1)
        except zlib.error:
            raise BodyError("A gzip body is damaged. Record it again.") from None
        size += len(part)
        if size > _MAX_BYTES:
            raise BodyError(_TOO_LARGE)
        if not unpacker.eof:
            raise BodyError("A gzip body is cut off. Record it again.")
        parts.append(part)
        data = unpacker.unused_data
    return b"".join(parts)


def _inflated(data: bytes) -> bytes:
    for wbits in (15, -15):
        unpacker = zlib.decompressobj(wbits=wbits)
        try:
            unpacked = unpacker.decompress(data, _MAX_BYTES + 1)
        except zlib.error:
            continue
        if len(unpacked) > _MAX_BYTES:
            raise BodyError(_TOO_LARGE)
        if unpacker.eof:
            return unpacked
    if _is_plain(data):
        return data
    raise BodyError("A deflate body is damaged. Record it again.")


def _by_library(data: bytes, name: str) -> bytes:
    modules = {"br": ("brotli", "brotlicffi"), "zstd": ("compression.zstd", "zstandard")}[name]
    for module in modules:
        try:
            unpack: Callable[[bytes], bytes] = _unpacker(importlib.import_module(module))
        except ImportError:
            continue
        try:
            unpacked = unpack(data)
        except Exception:  # noqa: BLE001  # each library has errors of its own
            raise BodyError(f"A body packed with {name!r} is damaged. Record it again.") from None
        if len(unpacked) > _MAX_BYTES:
            raise BodyError(_TOO_LARGE)
        return unpacked
    from forge_harness import install_extra  # a replay imports nothing of the harness

    raise BodyError(
        f"A body is packed with {name!r}, which needs a library that is not installed. "
        f"Add it with {install_extra('replay')}, or record it with bodies decompressed."
    )


def _unpacker(module: Any) -> Callable[[bytes], bytes]:
    if hasattr(module, "ZstdDecompressor"):

        def unpack(data: bytes) -> bytes:
            # A frame need not hold its size, so it is read as a stream, up to one byte over the limit.
            maker = module.ZstdDecompressor()
            if hasattr(maker, "stream_reader"):
                found: bytes = maker.stream_reader(data, read_across_frames=True).read(_MAX_BYTES + 1)
            else:
                found = maker.decompress(data, _MAX_BYTES + 1)
            return found

        return unpack
    decompress: Callable[[bytes], bytes] = module.decompress
    return decompress
