"""Decoded texts: ordinary texts in the forms that a tool's code decodes or takes apart.

gzip and base64     H4sIAAAAAAAC... for "hello"
addresses           https://example.com/list?name=hello#top
hexadecimal         68656c6c6f
"""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator

__all__ = ["decoded_texts"]

_PLAIN = b"hello\nThese are notes.\nname: Ada\n"
_BASE64 = frozenset(("b64decode", "urlsafe_b64decode", "standard_b64decode", "decodebytes", "a2b_base64"))
_HEX = frozenset(("fromhex", "unhexlify", "a2b_hex"))
_ADDRESSES = frozenset(("urlsplit", "urlparse", "parse_qs", "parse_qsl"))
_ADDRESS = "https://example.com/list?name=hello&size=2#top"


def _zipped(data: bytes) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr(zipfile.ZipInfo("notes.txt"), data)
    return kept.getvalue()


#: Names in the code, and what makes the bytes that it reads then.
_PACKERS: tuple[tuple[frozenset[str], Callable[[bytes], bytes]], ...] = (
    (frozenset(("gzip", "GzipFile")), lambda data: gzip.compress(data, mtime=0)),
    (frozenset(("zlib", "decompress", "decompressobj")), zlib.compress),
    (frozenset(("bz2", "BZ2File", "BZ2Decompressor")), bz2.compress),
    (frozenset(("lzma", "LZMAFile", "LZMADecompressor")), lzma.compress),
    (frozenset(("zipfile", "ZipFile")), _zipped),
    (frozenset(("json",)), lambda data: json.dumps({"name": "Ada", "lines": data.decode().split("\n")}).encode()),
)


def decoded_texts(names: Collection[str]) -> list[str]:
    """Return texts for an argument of a tool whose code contains *names*; none if it decodes nothing."""
    known = frozenset(names)
    found = [] if known.isdisjoint(_ADDRESSES) else [_ADDRESS]
    for decoders, encode in ((_BASE64, base64.b64encode), (_HEX, bytes.hex)):
        found += [] if known.isdisjoint(decoders) else [_text_of(encode(data)) for data in _packed(known)]
    return found


def _packed(names: frozenset[str]) -> Iterator[bytes]:
    yield from (pack(_PLAIN) for marks, pack in _PACKERS if not names.isdisjoint(marks))
    yield _PLAIN


def _text_of(data: bytes | str) -> str:
    return data if isinstance(data, str) else data.decode()
