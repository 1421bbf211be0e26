"""The quick way from the bytes of a tape to one of its answers, for interactions that `quickly_read` has read before.

`quickly_read` compared each line with our own format, so only places are searched here, and little is copied. Any other
text gives None.
"""

from __future__ import annotations

import base64
import json
import re
from functools import partial
from typing import Any

from ..exchange import CutBytes, Headers, RecordedFailure, RecordedResponse
from .format import fitting_length
from .json_layout import LAYOUTS, one_line
from .quick_entry import quoted_text, scalar
from .stored_entry import as_sent, our_answer, pieces_of, unbegun

__all__ = ["quick_answer"]

_HEAD = re.compile(
    rb"  response:\n    status:\n      code: (\d{3})\n      message: (.*)\n    headers:(?: \{\})?\n((?: {6}.*\n)*)"
    rb"    body:\n      string: "
)
_BESIDE = b"\n  forge:\n"
_FACT = re.compile(rb"    ([a-z_]+): (.*(?:\n {6}.*)*)\n")
_WORDS = (b"compact", b"spaced")
#: Keys that an answer does not need; the lengths of its pieces are read on access.
_OTHERS = (b"recorded_at", b"request_json", b"request_headers", b"chunks")
_MARGIN = b" " * 8
_MARGIN_BELOW = b"\n" + _MARGIN
_VALUE = "      - "


def quick_answer(data: bytes, start: int, end: int) -> RecordedResponse | RecordedFailure | None:
    """Return the answer between two places of a tape; None if the whole interaction must be read.

    Args:
        data: The whole text.
        start: The start of the response, from `QuickEntry.answer_at`.
        end: The end of the interaction.
    """
    head = _HEAD.match(data, start, end)
    # The lines after a body do not match, so the last match is the one that ends the body.
    body_ends = data.rfind(_BESIDE, start, end)
    if head is None or body_ends < head.end():
        return None
    written = dict(_FACT.findall(data, body_ends + len(_BESIDE), end))
    try:
        beside = {name.decode(): _fact(value) for name, value in written.items() if name not in _OTHERS}
        if (failure := unbegun(beside)) is not None:
            return failure
        headers = _headers(head[3].decode())
        counts = any(name.lower() == "content-length" for name, _ in headers)
        body, shown = _body(data, head.end(), body_ends, beside.get("response_json"), counts=counts)
        if counts:
            headers = fitting_length(headers, shown, len(body))
        chunks = CutBytes(body, partial(_cut, lengths=written.get(b"chunks", b"[]")))
        return our_answer(int(head[1]), scalar(head[2].decode()), headers, chunks, beside)
    except ValueError:
        return None


def _fact(value: bytes) -> Any:
    return value.decode() if value in _WORDS else json.loads(value)


def _headers(lines: str) -> Headers:
    pairs: list[tuple[str, str]] = []
    name = ""
    for line in lines.split("\n")[:-1]:
        if line.startswith(_VALUE):
            pairs.append((name, scalar(line[len(_VALUE) :])))
        else:
            name = scalar(line[6:-1])
    return tuple(pairs)


def _cut(body: bytes, lengths: bytes) -> tuple[bytes, ...]:
    return pieces_of(body, json.loads(lengths))


def _body(data: bytes, start: int, end: int, layout: Any, *, counts: bool) -> tuple[bytes, int]:
    """Return a body as it was sent, and its length in the file if that *counts*."""
    if data[start : start + 1] != b"|":
        shown = _no_block(data, start, end)
        return as_sent(shown, layout), len(shown)
    begin = data.index(b"\n", start) + 1
    chomping = data[begin - 2 : begin - 1]
    if data.startswith(_MARGIN, begin):
        begin += len(_MARGIN)
    text = data[begin:end]
    if layout in LAYOUTS and chomping != b"+" and text[-1:] not in (b" ", b"\n"):
        # The indentation of a line goes with the margin before it.
        length = len(text) - len(_MARGIN) * text.count(_MARGIN_BELOW) if counts else 0
        line = one_line(text, layout)
        return (line, length) if chomping == b"-" else (line + b"\n", length + 1)
    shown = b"\n".join(text.split(_MARGIN_BELOW))
    if chomping == b"+":
        shown += b"\n"
    else:
        shown = shown.rstrip(b"\n") + (b"" if chomping == b"-" else b"\n")
    return as_sent(shown, layout), len(shown)


def _no_block(data: bytes, start: int, end: int) -> bytes:
    text = data[start : end + 1]
    if text.startswith(b'"'):
        return quoted_text(text.decode()).encode("utf-8", "replace")
    return base64.b64decode(b"".join(text.removeprefix(b"!!binary |\n").split()), validate=True)
