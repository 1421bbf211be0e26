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
    | {"application/jsonl", "application/json-seq"}
)

_MAX_NAME = 40
#: Families of encodings whose members have a number: ``ISO-8859-15``, ``windows-1251``, ``cp437``, ``iso-ir-6``.
_NUMBERED = re.compile(r"(iso-?8859-|latin-?|windows-|cp-?)([0-9]{1,4})")
#: Encodings by the names that servers write, as the WHATWG's standard lists them, and what Python calls them.
_ENCODINGS = {
    **dict.fromkeys(("utf-8", "utf8", "unicode-1-1-utf-8"), "utf-8"),
    **dict.fromkeys(("us-ascii", "ascii"), "cp1252"),
    # A byte order mark says otherwise, and is looked at first.
    **dict.fromkeys(("utf-16", "utf16", "ucs-2", "unicode", "utf-16le", "utf-16-le"), "utf-16-le"),
    **dict.fromkeys(("utf-16be", "utf-16-be"), "utf-16-be"),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "chinese", "x-gbk"), "gb18030"),
    **dict.fromkeys(("big5", "big5-hkscs", "x-x-big5"), "big5hkscs"),
    **dict.fromkeys(("euc-jp", "x-euc-jp"), "euc_jp"),
    **dict.fromkeys(("shift-jis", "sjis", "x-sjis", "ms-kanji"), "cp932"),
    **dict.fromkeys(("euc-kr", "korean", "ks-c-5601-1987", "ksc5601"), "cp949"),
    **dict.fromkeys(("koi8-r", "koi8", "koi"), "koi8-r"),
    **dict.fromkeys(("koi8-u", "koi8-ru"), "koi8-u"),
    **dict.fromkeys(("iso-2022-jp", "csiso2022jp"), "iso2022_jp"),
    **dict.fromkeys(("macintosh", "mac", "x-mac-roman"), "mac-roman"),
    "x-mac-cyrillic": "mac-cyrillic",
    "tis-620": "tis-620",
}


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
    """Return Python's name of an encoding that responses have; empty for any other.

    A server must not choose among all codecs of Python: some run for a time that grows with the square of the body
    (``punycode``, ``idna``), read escapes, unpack, or change what another codec means.
    """
    plain = name.strip().lower().replace("_", "-") if len(name) <= _MAX_NAME and name.isascii() else ""
    if plain in _ENCODINGS:
        return _ENCODINGS[plain]
    numbered = _NUMBERED.fullmatch(plain)
    try:
        return codecs.lookup("".join(numbered.groups())).name if numbered else ""
    except LookupError:
        return ""
