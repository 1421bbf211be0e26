"""Bodies with parts that are not JSON: multipart bodies and forms.

Both are recognised by the body alone, since a recorder may have dropped the headers. The boundary between parts is
generated for each request and does not count.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from ...regex import regex

__all__ = ["Part", "form_pairs", "multipart_parts"]

#: A part: its headers, names in lower case and sorted; and its body.
Part = tuple[dict[str, str], bytes]

_FIRST_LINE = re.compile(rb"--([0-9A-Za-z'()+_,./:=? -]{1,70})\r?\n")
#: Unambiguous, or a hostile text would take exponential time.
_NAME = r"[A-Za-z0-9._~*%+-]{1,200}"
_FORM = regex(rf"{_NAME}=[^\s<>\"{{}}&]*(?:&{_NAME}=[^\s<>\"{{}}&]*)*")


def multipart_parts(body: bytes) -> list[Part] | None:
    """Return the parts of a multipart body, in order; None for any other body."""
    first = _FIRST_LINE.match(body)
    if first is None:
        return None
    mark = b"--" + first[1].rstrip()
    lines = re.split(rb"(?:^|\r?\n)" + re.escape(mark) + rb"(--)?[ \t]*(?:\r?\n|$)", body)
    # Empty, then in turn: whether the boundary before was the last one, and the text after it.
    if lines[0] or len(lines) < 5 or lines[-2] is None or any(end is not None for end in lines[1:-2:2]):
        return None
    parts = []
    for content in lines[2:-1:2]:
        head, gap, data = content.partition(b"\r\n\r\n") if b"\r\n\r\n" in content else content.partition(b"\n\n")
        if not gap:
            return None
        parts.append((_headers(head), data))
    return parts


def _headers(head: bytes) -> dict[str, str]:
    found = {}
    for line in head.decode("utf-8", "replace").splitlines():
        name, _, value = line.partition(":")
        found[name.strip().lower()] = value.strip()
    return dict(sorted(found.items()))


def form_pairs(text: str) -> list[tuple[str, str]] | None:
    """Return the pairs of a form, in order; None for any other text."""
    if len(text) > 1_000_000 or _FORM.fullmatch(text) is None:
        return None
    return parse_qsl(text, keep_blank_values=True)
