"""Body text: the text of a response, in the encoding that it declares."""

from __future__ import annotations

import codecs
import re

__all__ = ["charset_of", "decoded_body", "is_textual", "media_type"]

_META = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_HEAD_BYTES = 2048
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_TEXTUAL = frozenset(
    {"application/json", "application/xml", "application/xhtml+xml", "application/javascript", "application/x-ndjson"}
    | {"application/yaml", "application/x-www-form-urlencoded", "application/graphql", "application/sql"}
)


def media_type(content_type: str) -> str:
    """Return the media type of a Content-Type header, in lower case and without parameters."""
    return content_type.partition(";")[0].strip().lower()


def is_textual(content_type: str) -> bool:
    """Whether a Content-Type header names a text; an empty one does."""
    kind = media_type(content_type)
    return not kind or kind.startswith("text/") or kind in _TEXTUAL or kind.endswith(("+json", "+xml", "+yaml"))


def charset_of(content_type: str) -> str:
    """Return the encoding that a Content-Type header names; empty if it names none that exists."""
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return _known(value.strip().strip("\"'"))
    return ""


def decoded_body(body: bytes, content_type: str = "", *, is_cut: bool = False) -> str:
    """Return the text of a body: by its byte order mark, its header, its ``<meta>``, or UTF-8.

    What cannot be decoded becomes U+FFFD; half a character at the end of a body that *is_cut* is left out.
    """
    encoding = next((encoding for mark, encoding in _MARKS if body.startswith(mark)), "") or charset_of(content_type)
    if not encoding and (found := _META.search(body, 0, _HEAD_BYTES)):
        encoding = _known(found[1].decode("ascii"))
    return codecs.getincrementaldecoder(encoding or "utf-8")("replace").decode(body, final=not is_cut)


def _known(name: str) -> str:
    """Return the encoding of that name if it decodes bytes to text; else empty."""
    try:
        found = codecs.lookup(name)
        # Such as rot13 and zip, which are not encodings of texts.
        return found.name if isinstance(b"a".decode(found.name), str) else ""
    except (LookupError, ValueError, TypeError):
        return ""
