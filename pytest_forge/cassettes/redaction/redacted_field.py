"""RedactedField: one part of an exchange, an address, a header or a body, with the places of its secrets."""

from __future__ import annotations

import re

from msgspec import Struct, field

from .chunk_cutting import Replacement, placeholder_for, replaced
from .secret_value import PLACEHOLDER

__all__ = ["RedactedField"]

_PLACEHOLDER = PLACEHOLDER.encode()
_JSON_STARTS = (b"{", b"[", b"data:", b"event:", b"id:", b":")
_CODE_POINT = re.compile(rb"u[0-9a-fA-F]{4}")
_ESCAPES = tuple(bytes([character]) for character in b'"\\/bfnrtu')
_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


class RedactedField(Struct):
    """A part of an exchange.

    Attributes:
        data: Its bytes.
        spans: Places that are replaced by the placeholder.
        removed: Places that are left out: the later pieces of a secret in pieces.
    """

    data: bytes
    spans: list[tuple[int, int]] = field(default_factory=list)
    removed: list[tuple[int, int]] = field(default_factory=list)

    def take(self, places: list[tuple[int, int]]) -> None:
        """Add the places of one secret: the placeholder replaces the first, the others are left out."""
        self.spans += places[:1]
        self.removed += places[1:]

    def cleaned(self) -> bytes:
        """Return the bytes without the secrets."""
        return replaced(self.data, self.replacements())

    def replacements(self) -> list[Replacement]:
        """Return what is replaced, in order and without overlap."""
        is_json = self.data[:200].lstrip().startswith(_JSON_STARTS)
        spans = [(start, end, True) for start, end in self.spans] + [(start, end, False) for start, end in self.removed]
        if is_json:
            spans = [(*_within_string(self.data, start, end), shown) for start, end, shown in spans]
        merged: list[list[int]] = []
        for start, end, shown in sorted(spans):
            if start >= end:
                continue
            if merged and start < merged[-1][1]:
                merged[-1][1] = max(end, merged[-1][1])
                merged[-1][2] |= shown
            else:
                merged.append([start, end, shown])
        return [
            (start, end, _replacement(self.data, start, end, is_json=is_json) if shown else b"")
            for start, end, shown in merged
            if self.data[start:end] != _PLACEHOLDER
        ]


def _replacement(data: bytes, start: int, end: int, *, is_json: bool) -> bytes:
    if b"\0" in data:
        return placeholder_for(end - start)
    if is_json and _NUMBER.fullmatch(data, start, end):
        before, after = data[max(0, start - 20) : start].rstrip()[-1:], data[end : end + 20].lstrip()[:1]
        if before in (b":", b",", b"[") and after in (b",", b"]", b"}"):
            return b"0"
    return _PLACEHOLDER


def _within_string(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Keep a span of JSON from reaching out of its string, or into half of an escape."""
    if _backslashes(data, start) and data[start : start + 1] in _ESCAPES:
        start = min(end, start + (5 if _CODE_POINT.match(data, start) else 1))
    position = data.find(b'"', start, end)
    while position >= 0 and _backslashes(data, position) % 2:
        position = data.find(b'"', position + 1, end)
    if position >= 0:
        end = position
    while end > start and data[end - 1] == 0x5C:
        end -= 1
    return start, end


def _backslashes(data: bytes, position: int) -> int:
    count = 0
    while position > count and data[position - count - 1] == 0x5C:
        count += 1
    return count
