"""The quick way from the text of one interaction to its entry, only for text written by `format`.

Every line is compared with our format; any other text, even valid YAML, is left to the YAML parser.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from msgspec import Struct

from ...regex import regex
from .yaml_text import NOT_PLAIN, PLAIN_URL

__all__ = ["QuickEntry", "quick_entry", "quickly_read", "quoted_text", "scalar"]

_QUOTED = r'"(?:[^"\\\n]++|\\["\\nrtbfu])*+"'
_METHOD_AND_URL = regex(rf"- request:\n    method: ([A-Z]+|{_QUOTED})\n    uri: ({PLAIN_URL}|{_QUOTED})\n    headers:")
_STATUS = regex(rf"  response:\n    status:\n      code: ([1-9]\d\d)\n      message: ({_QUOTED})\n    headers:")
_HEADER = regex(rf" {{6}}(?:([A-Za-z][A-Za-z0-9_-]*|{_QUOTED}):|- ({_QUOTED}))\n")
_NUMBERS = r"\[(?:[0-9.]++(?:,(?: |\n {6})[0-9.]++)*+)?\]"
_PAIRS = rf"\[\[{_QUOTED}, {_QUOTED}\](?:, \[{_QUOTED}, {_QUOTED}\])*+\]"
_BESIDE = regex(rf"    ([a-z_]+): (compact|spaced|false|{_QUOTED}|{_NUMBERS}|{_PAIRS})\n")
_BLOCK = regex(r"\|(2?)([-+]?)\n")
_QUOTED_LINES = regex(r'"(?:[^"\\\n]++|\\["\\nrtbfu]|\\\n {6,8}(?=[^ \t\n]))*+"\n')
_CONTINUED = regex(r"(\\[^\n])|\\\n +")
_BLOCK_ENDS = {indent: regex(rf"\n(?! {{{indent}}}|\n)") for indent in (6, 8)}

#: The lines after the block of a request, and of a response.
_AFTER = {6: "\n  response:\n", 8: "\n  forge:\n"}


class _NotOursError(Exception):
    """The text is not in our format."""


class QuickEntry(Struct, frozen=True):
    """One interaction.

    Attributes:
        entry: The value that YAML would give.
        answer_at: The byte offset of its response.
    """

    entry: dict[str, Any]
    answer_at: int


def quick_entry(text: str) -> dict[str, Any] | None:
    """Return the entry in *text*, one item of the list of interactions; None if YAML must parse it."""
    found = quickly_read(text)
    return None if found is None else found.entry


def quickly_read(text: str) -> QuickEntry | None:
    """Return the entry with the place of its answer."""
    reader = _Reader(text)
    try:
        entry = reader.entry()
    except (_NotOursError, ValueError):
        return None
    return QuickEntry(entry, len(text[: reader.answer_at].encode("utf-8", "replace")))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.answer_at = 0

    def entry(self) -> dict[str, Any]:
        found = self._match(_METHOD_AND_URL)
        # YAML reads such a word as a boolean.
        if found[1].lower() in NOT_PLAIN:
            raise _NotOursError
        request: dict[str, Any] = {"method": scalar(found[1]), "uri": scalar(found[2]), "headers": self._headers()}
        self._take("    body: ")
        request["body"] = None if self._has("null\n") else self._bytes(6)
        self.answer_at = self.at
        return {"request": request, **self.answer()}

    def answer(self) -> dict[str, Any]:
        found = self._match(_STATUS)
        status = {"code": int(found[1]), "message": scalar(found[2])}
        headers = self._headers()
        self._take("    body:\n      string: ")
        response = {"status": status, "headers": headers, "body": {"string": self._bytes(8)}}
        self._take("  forge:\n")
        beside: dict[str, Any] = {}
        while self.at < len(self.text):
            found = self._match(_BESIDE)
            value = found[2]
            if found[1] in beside:
                raise _NotOursError
            beside[found[1]] = value if value in ("compact", "spaced") else json.loads(value)
        if not beside:
            raise _NotOursError
        return {"response": response, "forge": beside}

    def _headers(self) -> dict[str, list[str]]:
        headers: dict[str, list[str]] = {}
        if self._has(" {}\n"):
            return headers
        self._take("\n")
        values: list[str] | None = None
        while (found := _HEADER.match(self.text, self.at)) is not None:
            self.at = found.end()
            if found[1] is not None:
                name = scalar(found[1])
                if values == [] or name in headers or found[1].lower() in NOT_PLAIN:
                    raise _NotOursError
                values = headers[name] = []
            elif values is None:
                raise _NotOursError
            else:
                values.append(scalar(found[2]))
        if not values:
            raise _NotOursError
        return headers

    def _bytes(self, indent: int) -> str | bytes:
        start = self.text[self.at : self.at + 1]
        if start == "|":
            return self._block(indent)
        if start == '"':
            found = self._match(_QUOTED_LINES)
            return quoted_text(found[0])
        self._take("!!binary |\n")
        lines = self._lines(indent)
        return base64.b64decode("".join(lines.split()), validate=True)

    def _block(self, indent: int) -> str:
        size, chomping = self._match(_BLOCK).groups()
        text = self._lines(indent)
        if text[:1] in ("", " ", "\t", "\n") and not size:
            raise _NotOursError
        stripped = text.rstrip("\n")
        if not stripped:
            raise _NotOursError
        if chomping == "+":
            return text
        return stripped + "\n" if chomping == "" else stripped

    def _lines(self, indent: int) -> str:
        """Return the lines from here on that are indented by *indent*, without that, and with all line breaks."""
        # The line before this one ends in a line break, so that a text without a line of its own ends right there.
        start = self.at - 1
        margin = "\n" + " " * indent
        stop = self.text.find(_AFTER[indent], start)
        # Counting is faster than looking at each line, and counts too few where empty lines follow one another.
        if stop < 0 or self.text.count("\n", start, stop) != (
            self.text.count(margin, start, stop) + self.text.count("\n\n", start, stop + 1)
        ):
            end = _BLOCK_ENDS[indent].search(self.text, start)
            stop = len(self.text) if end is None else end.start()
        self.at = stop + 1
        return self.text[start : stop + 1].replace(margin, "\n")[1:]

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _NotOursError
        self.at = found.end()
        return found

    def _take(self, text: str) -> None:
        if not self._has(text):
            raise _NotOursError

    def _has(self, text: str) -> bool:
        if not self.text.startswith(text, self.at):
            return False
        self.at += len(text)
        return True


def quoted_text(text: str) -> str:
    """Return a text in double quotes, on any number of lines, followed by a line break."""
    found: str = json.loads(_CONTINUED.sub(r"\1", text[:-1]))
    return found


def scalar(text: str) -> str:
    """Return a text on one line, with or without double quotes."""
    if not text.startswith('"'):
        return text
    if text.isprintable() and "\\" not in text:
        return text[1:-1]
    found: str = json.loads(text)
    return found
