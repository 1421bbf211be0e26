"""Streams: bytes in pieces of any size -> events, independent of how the bytes are split.

SseDecoder    server-sent events: ``data:`` lines, an empty line ends an event; https://html.spec.whatwg.org/#sse
JsonDecoder   a sequence of JSON objects: NDJSON, or the elements of one long array (Gemini without ``alt=sse``)
AwsDecoder    binary frames of AWS, in `aws_frames`
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from ..errors import ProviderError, ProviderServerError
from .fields import strict_json

__all__ = ["DONE", "JsonDecoder", "SseDecoder", "StreamDecoder", "StreamEvent"]

#: The data of the last event of OpenAI and compatible hosts.
DONE = "[DONE]"

_LINE_END = re.compile(rb"\r\n|\r|\n")
_STRUCTURE = re.compile(rb'["{}\[\]]')
_STRING_END = re.compile(rb'["\\]')
_BETWEEN = b" \t\r\n,[]\xef\xbb\xbf"
_START = re.compile(rb"[^ \t\r\n,\[\]\xef\xbb\xbf]")
_CUT_OFF = "The stream ended in the middle of an event. Send the request again."


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event of a stream.

    Attributes:
        data: Its payload, usually JSON text.
        name: Its type, if the framing has one.
    """

    data: str
    name: str = ""


class StreamDecoder(Protocol):
    """Turns bytes into events; one decoder reads one stream."""

    def feed(self, data: bytes) -> list[StreamEvent]:
        """Return the events that *data* completes."""

    def end(self) -> list[StreamEvent]:
        """Return the events that the end of the stream completes.

        Raises:
            ProviderServerError: If the stream was cut off inside an event.
        """


class SseDecoder:
    """Reads server-sent events; comments, ids and retry times are ignored."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[str] = []
        self._name = ""
        self._after_cr = False
        self._is_first_line = True

    def feed(self, data: bytes) -> list[StreamEvent]:
        # A line feed belongs to the carriage return before it, even if it is in another piece.
        if self._after_cr and data:
            data = data.removeprefix(b"\n")
            self._after_cr = False
        events: list[StreamEvent] = []
        if not data:
            return events
        self._after_cr = data.endswith(b"\r")
        # Only the new piece can hold a line end, so a long line in small pieces is not searched repeatedly.
        *lines, rest = _LINE_END.split(data)
        for line in lines:
            self._rest += line
            self._take(bytes(self._rest), events)
            self._rest.clear()
        self._rest += rest
        return events

    def end(self) -> list[StreamEvent]:
        """Complete an event without its empty line, which recordings and some servers leave out."""
        events: list[StreamEvent] = []
        if self._rest:
            self._take(bytes(self._rest), events)
            self._rest.clear()
        if self._data:
            data = "\n".join(self._data)
            if data != DONE:
                try:
                    strict_json(data)
                except ValueError:
                    raise ProviderServerError(_CUT_OFF) from None
            self._take(b"", events)
        return events

    def _take(self, raw: bytes, events: list[StreamEvent]) -> None:
        if self._is_first_line:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
            self._is_first_line = False
        line = raw.decode("utf-8", "replace")
        if not line:
            if self._data:
                events.append(StreamEvent("\n".join(self._data), self._name))
            self._data, self._name = [], ""
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value


class JsonDecoder:
    """Reads a sequence of JSON objects, separated by line ends, commas or nothing."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._position = 0
        self._depth = 0
        self._in_string = False

    def feed(self, data: bytes) -> list[StreamEvent]:
        self._buffer += data
        events: list[StreamEvent] = []
        while self._step(events):
            pass
        return events

    def end(self) -> list[StreamEvent]:
        if self._buffer.strip(_BETWEEN):
            raise ProviderServerError(_CUT_OFF)
        return []

    def _step(self, events: list[StreamEvent]) -> bool:
        """Go to the next structural character, and tell whether there was one."""
        if not self._depth and not self._find_start():
            return False
        found = (_STRING_END if self._in_string else _STRUCTURE).search(self._buffer, self._position)
        if found is None:
            self._position = len(self._buffer)
            return False
        mark = found.group()
        self._position = found.end()
        if self._in_string:
            if mark == b"\\":
                if self._position == len(self._buffer):
                    # The escaped character has not arrived yet.
                    self._position -= 1
                    return False
                self._position += 1
            else:
                self._in_string = False
        elif mark == b'"':
            self._in_string = True
        else:
            self._depth += 1 if mark in b"{[" else -1
            if not self._depth:
                events.append(StreamEvent(self._buffer[: self._position].decode("utf-8", "replace")))
                del self._buffer[: self._position]
                self._position = 0
        return True

    def _find_start(self) -> bool:
        """Drop the bytes between two objects, and tell whether another one begins."""
        start = _START.search(self._buffer)
        # A match refers to the buffer, so it is read before the buffer changes.
        position = len(self._buffer) if start is None else start.start()
        del self._buffer[:position]
        if self._buffer and self._buffer[:1] != b"{":
            raise ProviderError(
                f"The stream contains {bytes(self._buffer[:20])!r} where a JSON object should begin. "
                "Check that the URL is that of a model."
            )
        return bool(self._buffer)
