"""Encoded texts: texts in percent-encoding, base64 or hex in a body, with the place of each character.

note=password%3Dhunter2&n=1     {"data": "cGFzc3dvcmQ9aHVudGVyMg=="}
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from ...regex import regex

__all__ = ["EncodedText", "texts_in_base64", "texts_in_hex", "texts_in_percent"]

#: Separates texts: a name and its value are in the same one.
_BREAK = "\n\0\n"

_ESCAPE = regex(r"%[0-9A-Fa-f]{2}", re.ASCII)
_WORD = regex(r"[^\s\"'<>\\`]+")
_PERCENT_TOKEN = regex(r"[^%+]+|%[0-9A-Fa-f]{2}|.", re.ASCII | re.DOTALL)
_MAX_LAYERS = 3

#: Shorter ones cannot hold a name with its value.
_LEAST = 20
_BASE64 = regex(r"[A-Za-z0-9+/_-]{20,}={0,2}(?:(?:\\r\\n|\\n|\r?\n)[A-Za-z0-9+/_-]{4,}={0,2})*", re.ASCII)
_HEX = regex(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){20,}(?![0-9A-Za-z])", re.ASCII)
_LINE = regex(r"(?:\\r\\n|\\n|\r?\n)?([A-Za-z0-9+/_-]+)", re.ASCII)
_STANDARD = str.maketrans("-_", "+/")
#: The beginning decides whether the rest is decoded; most base64 is an image or random.
_HEAD = 64
_NO_TEXT = re.compile(rb"[^\t\n\r\x20-\x7e]")


class EncodedText(Struct):
    """A text that is encoded in the bytes.

    Attributes:
        begin: Its beginning in the joined texts.
        text: Its characters, one a byte, with the separator from the next text.
        mapping: Returns the beginning and the end of each character's code in the bytes.
    """

    begin: int
    text: str
    mapping: Callable[[], tuple[list[int], list[int]]]

    @property
    def length(self) -> int:
        """The number of characters without the separator."""
        return len(self.text) - len(_BREAK)


def texts_in_percent(text: str) -> list[EncodedText]:
    """Return the words of *text* with percent-encoded characters, decoded as often as they were encoded."""
    if "%" not in text or not _ESCAPE.search(text):
        return []
    found: list[EncodedText] = []
    begin = 0
    for word in _WORD.finditer(text):
        plain, starts, ends = word.group(), list(range(*word.span())), list(range(word.start() + 1, word.end() + 1))
        if not _ESCAPE.search(plain):
            continue
        for _ in range(_MAX_LAYERS):
            if not _ESCAPE.search(plain):
                break
            # Each layer is a text of its own, because a password may look encoded without being so.
            plain, starts, ends = _percent_decoded(plain, starts, ends)
            found.append(EncodedText(begin, plain + _BREAK, partial(_same, starts, ends)))
            begin += len(plain) + len(_BREAK)
    return found


def _percent_decoded(word: str, starts: list[int], ends: list[int]) -> tuple[str, list[int], list[int]]:
    plain: list[str] = []
    new_starts: list[int] = []
    new_ends: list[int] = []
    for token in _PERCENT_TOKEN.finditer(word):
        first, last = token.span()
        if last - first == 3 and word[first] == "%":
            plain.append(chr(int(word[first + 1 : last], 16)))
            new_starts.append(starts[first])
            new_ends.append(ends[last - 1])
        else:
            plain.append(" " if token.group() == "+" else token.group())
            new_starts += starts[first:last]
            new_ends += ends[first:last]
    return "".join(plain), new_starts, new_ends


def texts_in_base64(text: str) -> list[EncodedText]:
    """Return the base64 in *text* that decodes to a text."""
    found: list[EncodedText] = []
    begin = 0
    for match in _BASE64.finditer(text):
        head = _LINE.match(text, *match.span())
        if head is None or not _is_text(_decoded(head[1][:_HEAD].translate(_STANDARD))):
            continue
        one = _text_of(text, match, begin)
        if one is not None:
            found.append(one)
            begin += len(one.text)
    return found


def texts_in_hex(text: str) -> list[EncodedText]:
    """Return the hexadecimal digits in *text* that decode to a text."""
    found: list[EncodedText] = []
    begin = 0
    for match in _HEX.finditer(text):
        start, end = match.span()
        # Hashes are hexadecimal, too, but do not decode to texts.
        if not _is_text(bytes.fromhex(text[start : min(end, start + _HEAD)])):
            continue
        data = bytes.fromhex(match.group())
        found.append(EncodedText(begin, data.decode("latin-1") + _BREAK, partial(_pairs, start, end)))
        begin += len(data) + len(_BREAK)
    return found


def _pairs(start: int, end: int) -> tuple[list[int], list[int]]:
    return list(range(start, end, 2)), list(range(start + 2, end + 2, 2))


def _text_of(text: str, match: re.Match[str], begin: int) -> EncodedText | None:
    lines = [line.span(1) for line in _LINE.finditer(text, *match.span())]
    data = _decoded("".join(text[slice(*line)] for line in lines).translate(_STANDARD))
    if len(data) < _LEAST * 3 // 4:
        return None
    return EncodedText(begin, data.decode("latin-1") + _BREAK, partial(_groups, lines, len(data)))


def _groups(lines: Sequence[tuple[int, int]], length: int) -> tuple[list[int], list[int]]:
    # Whole groups of four are taken: the rest can still be decoded.
    places = [place for line in lines for place in range(*line)]
    last = len(places) - 1
    starts = [places[index // 3 * 4] for index in range(length)]
    return starts, [places[min(index // 3 * 4 + 3, last)] + 1 for index in range(length)]


def _same(starts: list[int], ends: list[int]) -> tuple[list[int], list[int]]:
    return starts, ends


def _decoded(digits: str) -> bytes:
    whole = len(digits) // 4 * 4
    rest = digits[whole:] if len(digits) % 4 != 1 else ""
    try:
        return base64.b64decode(digits[:whole] + rest + "=" * (-len(rest) % 4))
    except binascii.Error:
        return b""


def _is_text(data: bytes) -> bool:
    # A text may have some letters beyond ASCII; six of ten random bytes are not printable.
    return len(data) > 0 and len(_NO_TEXT.findall(data)) <= len(data) // 5
