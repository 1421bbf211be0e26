r"""Body readings: the texts inside a body, each with its place in the bytes.

the bytes themselves, as Latin-1: one character a byte
strings of JSON, with their escapes decoded:        {"text": "token=\"x\""}
the output of a model, joined from its pieces:      data: {"delta": "sk-"}  data: {"delta": "4f"}
texts in other alphabets, decoded:                  ?q=token%3Dx    {"data": "dG9rZW49eA=="}
"""

from __future__ import annotations

import contextlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...regex import regex
from .encoded_texts import EncodedText, texts_in_base64, texts_in_hex, texts_in_percent

__all__ = ["Reading", "readings_of", "unescaped"]

#: Separates texts that do not belong together: a name and its value are on the same side.
_BREAK = "\n\0\n"
_MAX_LAYERS = 3

#: An unclosed string goes to the end; otherwise each of its quotation marks would be tried in turn.
_ESCAPED_STRING = regex(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)(?:"|\\?\Z)', re.DOTALL)
_TOKEN = regex(r"[^\\]+|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|\\", re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}

#: The fields in which models send text piece by piece.
_PIECE = regex(
    r'"(content|text|delta|partial_json|arguments|input|response|thinking|reasoning|reasoning_content|reasoning_text|'
    r'refusal|transcript|output|output_text|completion|generated_text|summary|args|value|message)"\s*:\s*'
    r'"([^"\\]*+(?:\\.[^"\\]*+)*+)(?:"|\\?\Z)',
    re.DOTALL,
)
_PLACE = regex(r'"(?:index|output_index|content_index|summary_index|item_id)"\s*:\s*("[^"\\]{0,200}"|\d{1,6})')


class Reading:
    """A text with the place of each of its characters in the bytes.

    Attributes:
        text: The text, one character a byte.
    """

    def __init__(self, text: str, parts: Sequence[_Part | EncodedText] = ()) -> None:
        self.text = text
        self._parts = parts
        self._begins = [part.begin for part in parts]

    @property
    def is_plain(self) -> bool:
        """Whether the text is the bytes themselves."""
        return not self._parts

    def places(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the places of the characters from *start* to *end* in the bytes: several for a text in pieces."""
        if self.is_plain:
            return [(start, end)]
        found = []
        for part in self._parts[max(0, bisect_right(self._begins, start) - 1) :]:
            if part.begin >= end:
                break
            first, last = max(start, part.begin) - part.begin, min(end, part.begin + part.length) - part.begin
            if first < last:
                starts, ends = part.mapping()
                found.append((starts[first], ends[last - 1]))
        return found


class _Part(Struct):
    """One string of a reading.

    Attributes:
        begin: Its beginning in the reading.
        length: Its length there.
        raw: Its encoded form.
        offset: Its beginning in the bytes, or in *outer*.
        outer: The mapping of the string around it, or None.
    """

    begin: int
    length: int
    raw: str
    offset: int
    outer: tuple[list[int], list[int]] | None = None

    def mapping(self) -> tuple[list[int], list[int]]:
        """Return the beginning and the end of each character in the bytes."""
        starts, ends = _mapping(self.raw, self.offset)
        if self.outer is None:
            return starts, ends
        return [self.outer[0][start] for start in starts], [self.outer[1][end - 1] for end in ends]


def readings_of(data: bytes) -> Iterator[Reading]:
    """Yield the readings of *data*, the bytes themselves first."""
    text = data.decode("latin-1")
    yield Reading(text)
    layer: list[tuple[str, int, tuple[list[int], list[int]] | None]]
    layer = [(match.group(1), match.start(1), None) for match in _strings(text)]
    for _ in range(_MAX_LAYERS):
        if not layer:
            break
        reading, parts = _joined(layer, _BREAK)
        yield reading
        # A string may hold JSON itself, as the arguments of a tool call do.
        layer = [inner for part, plain in parts for inner in _inner(part, plain)]
    yield from _said(text)
    for encoded in (texts_in_percent(text), texts_in_base64(text), texts_in_hex(text)):
        if encoded:
            yield Reading("".join(one.text for one in encoded), encoded)


def unescaped(text: str) -> str:
    """Return a string of JSON with its escapes decoded, as Latin-1 of its bytes."""
    if "\\u" not in text:
        # A truncated string, or one that is not JSON, is read token by token.
        with contextlib.suppress(ValueError):
            plain: str = _DECODER.decode(f'"{text}"')
            return plain
    return "".join(
        token.group() if token.group()[0] != "\\" else _unescape(token.group()) for token in _TOKEN.finditer(text)
    )


def _strings(text: str) -> list[re.Match[str]]:
    if "\\" not in text:
        return []
    return [match for match in _ESCAPED_STRING.finditer(text) if "\\" in match.group(1)]


_Written = tuple[str, int, "tuple[list[int], list[int]] | None"]


def _inner(part: _Part, plain: str) -> list[_Written]:
    found = _strings(plain)
    if not found:
        return []
    outer = part.mapping()
    return [(match.group(1), match.start(1), outer) for match in found]


def _joined(written: Sequence[_Written], between: str) -> tuple[Reading, list[tuple[_Part, str]]]:
    texts: list[str] = []
    parts: list[tuple[_Part, str]] = []
    begin = 0
    for raw, offset, outer in written:
        plain = unescaped(raw)
        texts += (plain, between)
        parts.append((_Part(begin, len(plain), raw, offset, outer), plain))
        begin += len(plain) + len(between)
    return Reading("".join(texts), [part for part, _ in parts]), parts


def _mapping(text: str, offset: int) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    for token in _TOKEN.finditer(text):
        start, end = token.start() + offset, token.end() + offset
        if token.group()[0] != "\\":
            starts += range(start, end)
            ends += range(start + 1, end + 1)
        else:
            length = len(_unescape(token.group()))
            starts += [start] * length
            ends += [end] * length
    return starts, ends


def _unescape(piece: str) -> str:
    if piece[1:2] == "u" and len(piece) >= 6:
        text = chr(int(piece[2:6], 16))
        if len(piece) == 12:
            text = (piece[2:6] + piece[8:12]).encode("ascii").decode("ascii")
            text = bytes.fromhex(text).decode("utf-16-be")
        return text.encode("utf-8", "surrogatepass").decode("latin-1")
    return _SIMPLE.get(piece[1:2], piece[1:2] or "\\")


def _said(text: str) -> Iterator[Reading]:
    start = text.lstrip()[:8]
    if not start.startswith(("data:", "event:", "id:", ":", "{", "[")):
        return
    pieces: dict[tuple[str, ...], list[re.Match[str]]] = {}
    lines = 0
    for line in re.finditer(r"[^\n]+", text):
        first, last = line.span()
        place: tuple[str, ...] | None = None
        for match in _PIECE.finditer(text, first, last):
            if place is None:
                place = tuple(_PLACE.findall(text, first, last))
                lines += 1
            pieces.setdefault((match.group(1), *place), []).append(match)
    if lines < 2:
        return
    for matches in pieces.values():
        if len(matches) > 1:
            yield _joined([(match.group(2), match.start(2), None) for match in matches], "")[0]
