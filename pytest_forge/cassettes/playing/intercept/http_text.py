"""HTTP/1.1 as text: requests and answers are read by h11; recorded answers are written here.

h11 writes no answer as it was recorded: it moves the header of a chunked body to the end, in small letters, gives a
body without a length chunks, and refuses one that ends before its length, as an answer that was cut does.
"""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from typing import Any

import h11

from ...exchange import Headers, RecordedFailure, RecordedRequest, RecordedResponse
from ..player import Answer
from ..recording import Recording
from .pieces import pieces_of, request_body
from .socket_errors import socket_error

__all__ = ["AnswerParser", "answer_pieces", "parsed_request"]

#: h11 expects heads of at most 16 KiB unless told otherwise; the client reads them itself, and has its own limit.
_MAX_HEAD = 1 << 24


def parsed_request(raw: bytes, address: str) -> RecordedRequest:
    """Read what a client wrote.

    Args:
        raw: Its head and body.
        address: Scheme, host and port, where the head names only a path.

    Raises:
        http.client.HTTPException: If it is not HTTP/1.1.
    """
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_MAX_HEAD)
    # As HTTP/1.0, which differs only in that it does not need a Host header; http.client can be told to send none.
    connection.receive_data(raw.replace(b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", 1))
    try:
        asked = connection.next_event()
        if not isinstance(asked, h11.Request):
            raise http.client.HTTPException("The request has no complete head. Finish it before reading the answer.")
        body = bytearray()
        while isinstance(event := connection.next_event(), h11.Data):
            body += event.data
    except h11.RemoteProtocolError as error:
        raise http.client.HTTPException(f"The request is not HTTP/1.1: {error}. A cassette cannot find it.") from None
    if isinstance(event, h11.EndOfMessage):
        # A body whose length the head does not give.
        body += connection.trailing_data[0]
    headers = _texts(asked.headers)
    target = asked.target.decode("latin-1")
    url = target if target.startswith(("http://", "https://")) else address + target
    return RecordedRequest(asked.method.decode("latin-1").upper(), url, headers, request_body(bytes(body), headers))


def answer_pieces(answer: Answer, *, is_head: bool) -> Iterator[bytes] | None:
    """Return what a server would have written, piece by piece; None if it wrote nothing before it failed."""
    begun = answer if isinstance(answer, RecordedResponse) else answer.begun
    return None if begun is None else _written(begun, answer, is_head=is_head)


def _written(begun: RecordedResponse, answer: Answer, *, is_head: bool) -> Iterator[bytes]:
    is_whole = isinstance(answer, RecordedResponse)
    is_chunked = "chunked" in _value(begun.headers, "transfer-encoding").lower()
    length = _value(begun.headers, "content-length")
    # A length that does not hold any more, because the body was unpacked, would have the client wait or stop early.
    is_sized = length.isdecimal() and (is_head or not is_whole or int(length) == len(begun.body))
    lines = [f"HTTP/1.1 {begun.status} {begun.reason}"]
    for name, value in begun.headers:
        if name.lower() == "content-length" and not (is_sized and not is_chunked):
            continue
        if not set("\r\n") & set(name + value):
            lines.append(f"{name}: {value}")
    if not is_chunked and not is_sized and not is_head and begun.status not in (204, 304):
        lines.append("Connection: close")
    yield "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
    for piece in pieces_of(begun):
        yield b"%x\r\n%s\r\n" % (len(piece), piece) if is_chunked else piece
    if isinstance(answer, RecordedFailure):
        # A server that just hangs up is left to the client to make an error of.
        if answer.kind != "RemoteProtocolError":
            raise socket_error(answer)
    elif is_chunked:
        yield b"0\r\n\r\n"


class AnswerParser:
    """Notes an answer in a recording while it arrives."""

    def __init__(self, recording: Recording, *, is_head: bool) -> None:
        self._recording = recording
        self._connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MAX_HEAD)
        # The method decides whether the answer has a body; an upgrade may be accepted, whatever was asked.
        upgrade = [("Host", ""), ("Connection", "upgrade"), ("Upgrade", "any")]
        asked = h11.Request(method="HEAD" if is_head else "GET", target="/", headers=upgrade)
        self._connection.send(asked)
        self._connection.send(h11.EndOfMessage())
        self._part = bytearray()
        self._is_chunked = False
        self._is_upgraded = False

    def feed(self, data: bytes) -> None:
        """Note what has arrived."""
        if self._is_upgraded:
            self._recording.chunk(data)
        else:
            self._take(data)

    def hung_up(self) -> None:
        """Note that the server closed the connection."""
        if self._is_upgraded or self._has_last_chunk():
            self._recording.ended()
        else:
            self._take(b"")

    def failed(self, kind: str) -> None:
        """Note that the connection failed."""
        self._end_piece()
        if self._has_last_chunk():
            self._recording.ended()
        self._recording.failed(kind)

    def closed(self) -> None:
        """Note that the client is done with the answer."""
        self._end_piece()
        if self._has_last_chunk():
            self._recording.ended()
        self._recording.closed()

    def _take(self, data: bytes) -> None:
        try:
            self._connection.receive_data(data)
            while not isinstance(event := self._connection.next_event(), type | h11.ConnectionClosed):
                self._note(event)
        except h11.RemoteProtocolError:
            self.failed("RemoteProtocolError")

    def _note(self, event: h11.Event) -> None:
        if isinstance(event, h11.Data):
            self._part += event.data
            # A chunk is one piece, however it arrives; without chunks, each arrival is one.
            if event.chunk_end or not self._is_chunked:
                self._end_piece()
        elif isinstance(event, h11.EndOfMessage):
            self._recording.ended()
        elif isinstance(event, h11.Response) or (isinstance(event, h11.InformationalResponse) and _is_upgrade(event)):
            self._recording.began(event.status_code, event.reason.decode("latin-1"), _texts(event.headers))
            self._is_chunked = any(name == b"transfer-encoding" for name, _ in event.headers)
            self._is_upgraded = _is_upgrade(event)
            if self._is_upgraded:
                self._recording.chunk(self._connection.trailing_data[0])

    def _has_last_chunk(self) -> bool:
        """Whether only the empty line after the last chunk is missing.

        Some servers hang up there, and http.client takes the answer as whole; h11 does not.
        """
        if not self._is_chunked or self._part:
            return False
        try:
            self._connection.receive_data(b"\r\n\r\n")
            return isinstance(self._connection.next_event(), h11.EndOfMessage)
        except (h11.RemoteProtocolError, RuntimeError):
            return False

    def _end_piece(self) -> None:
        self._recording.chunk(bytes(self._part))
        self._part.clear()


def _is_upgrade(event: h11.Response | h11.InformationalResponse) -> bool:
    return event.status_code == http.client.SWITCHING_PROTOCOLS


def _texts(headers: Any) -> Headers:
    """Return headers in their order, their names as they were written."""
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.raw_items())


def _value(headers: Headers, name: str) -> str:
    return ", ".join(value for each, value in headers if each.lower() == name)
