"""Encodings: the forms in which a secret may be written in a recording."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from urllib.parse import quote, quote_plus

__all__ = ["occurrences", "written_forms"]

#: More forms than these are searched for in one pass.
_MANY = 150
_WINDOW = 6


def written_forms(value: bytes) -> set[bytes]:
    """Return *value* plain, JSON-escaped, percent-encoded, in base64 at any offset, and in hexadecimal."""
    forms = {value, value.hex().encode(), value.hex().upper().encode(), *_in_base64(value)}
    text = value.decode("utf-8", "surrogateescape")
    for plain in {text, text.replace("/", r"\/")}:
        layer = {plain}
        for _ in range(3):
            # Needless escapes ("\/") are kept as they are; then everything is escaped once more.
            forms |= {_bytes(form) for form in layer}
            layer = {_escaped(form, ascii_only) for form in layer for ascii_only in (True, False)}
    for percent in (quote(value, safe=""), quote(value), quote(value, safe="/:@!$&'()*+,;="), quote_plus(value)):
        forms |= {percent.encode(), _lower_percent(percent).encode(), quote(percent, safe="").encode()}
    return {form for form in forms if len(form) >= _WINDOW or form == value}


def _escaped(text: str, ascii_only: bool) -> str:
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _lower_percent(text: str) -> str:
    head, *rest = text.split("%")
    return head + "".join("%" + part[:2].lower() + part[2:] for part in rest)


def _in_base64(value: bytes) -> Iterable[bytes]:
    for offset in range(3):
        # Characters that also hold bits of the neighbours are left out, unless the value is encoded alone.
        encoded = base64.b64encode(b"\0" * offset + value)
        first = (offset * 8 + 5) // 6
        last = (offset + len(value)) * 8 // 6
        core = encoded[first:last]
        yield core
        yield core.translate(bytes.maketrans(b"+/", b"-_"))
        if offset == 0:
            yield encoded
            yield encoded.rstrip(b"=")
            yield base64.urlsafe_b64encode(value)


def occurrences(data: bytes, forms: Sequence[bytes]) -> list[tuple[int, int]]:
    """Return the places of *forms* in *data*: the longest, if several begin at one place."""
    if len(forms) <= _MANY:
        return [span for form in forms for span in _all(data, form)]
    by_window: dict[bytes, list[bytes]] = {}
    for form in sorted(forms, key=len, reverse=True):
        by_window.setdefault(form[:_WINDOW], []).append(form)
    found = []
    for position in range(len(data) - _WINDOW + 1):
        for form in by_window.get(data[position : position + _WINDOW], ()):
            if data.startswith(form, position):
                found.append((position, position + len(form)))
                break
    return found


def _all(data: bytes, form: bytes) -> Iterable[tuple[int, int]]:
    position = data.find(form)
    while position >= 0:
        yield position, position + len(form)
        position = data.find(form, position + len(form))
