"""HTTP/1.1 as text: a request that a client wrote, an answer while it arrives, an answer to be read again."""

from __future__ import annotations

from collections.abc import Iterator

from ...exchange import Headers, RecordedFailure, RecordedRequest, RecordedResponse
from ..player import Answer
from ..recording import Recording
from .pieces import pieces_of, request_body
from .socket_errors import socket_error

__all__ = ["AnswerParser", "answer_pieces", "parsed_request"]


def parsed_request(raw: bytes, address: str) -> RecordedRequest:
    """Read what a client wrote.

    Args:
        raw: Its head and body.
        address: Scheme, host and port, where the head names only a path.
    """
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, _, rest = first.partition(" ")
    target = rest.rpartition(" ")[0]
    headers = _headers(lines)
    if "chunked" in _value(headers, "transfer-encoding").lower():
        body = b"".join(_Chunked().feed(body))
    url = target if target.startswith(("http://", "https://")) else address + target
    return RecordedRequest(method.upper(), url, headers, request_body(body, headers))


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
    """Tells a recording what arrives."""

    def __init__(self, recording: Recording, *, is_head: bool) -> None:
        self._recording = recording
        self._is_head = is_head
        self._head = bytearray()
        self._body: _Chunked | _Sized | None = None

    def feed(self, data: bytes) -> None:
        """Take what came."""
        if self._body is None:
            self._head += data
            data = self._take_head()
        if self._body is not None:
            for piece in self._body.feed(data):
                self._recording.chunk(piece)
            if self._body.is_whole:
                self._recording.ended()

    def hung_up(self) -> None:
        """Take it that the server closed the connection."""
        if isinstance(self._body, _Sized) and self._body.left is None:
            self._recording.ended()
        else:
            self.failed("RemoteProtocolError")

    def failed(self, kind: str) -> None:
        """Take it that the connection failed."""
        self._take_part()
        self._recording.failed(kind)

    def closed(self) -> None:
        """Take it that the client is done with the answer."""
        self._take_part()
        self._recording.closed()

    def _take_part(self) -> None:
        if isinstance(self._body, _Chunked):
            self._recording.chunk(self._body.take_part())

    def _take_head(self) -> bytes:
        while True:
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return b""
            first, *lines = bytes(self._head[:end]).decode("latin-1").split("\r\n")
            rest = bytes(self._head[end + 4 :])
            _, _, told = first.partition(" ")
            code, _, reason = told.partition(" ")
            status = int(code) if code.isdecimal() else 0
            if 100 <= status < 200 and status != 101:
                # Only a promise: the answer follows.
                self._head = bytearray(rest)
                continue
            headers = _headers(lines)
            self._recording.began(status, reason, headers)
            self._body = self._framing(status, headers)
            return rest

    def _framing(self, status: int, headers: Headers) -> _Chunked | _Sized:
        if self._is_head or status in (204, 304):
            return _Sized(0)
        if "chunked" in _value(headers, "transfer-encoding").lower():
            return _Chunked()
        length = _value(headers, "content-length").strip()
        return _Sized(int(length) if length.isdecimal() else None)


class _Sized:
    """A body of known length, or of all until the server hangs up, in the pieces in which it came."""

    def __init__(self, length: int | None) -> None:
        self.left = length

    @property
    def is_whole(self) -> bool:
        return self.left == 0

    def feed(self, data: bytes) -> list[bytes]:
        if self.left is not None:
            data = data[: self.left]
            self.left -= len(data)
        return [data] if data else []


class _Chunked:
    """A body in pieces that tell their length."""

    def __init__(self) -> None:
        self.is_whole = False
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        self._rest += data
        found = []
        while not self.is_whole:
            end = self._rest.find(b"\r\n")
            if end < 0:
                break
            size = self._rest[:end].partition(b";")[0].strip()
            try:
                length = int(size, 16)
            except ValueError:
                break
            if length == 0:
                self.is_whole = True
            elif len(self._rest) < end + 2 + length + 2:
                break
            else:
                found.append(bytes(self._rest[end + 2 : end + 2 + length]))
                del self._rest[: end + 2 + length + 2]
        return found

    def take_part(self) -> bytes:
        """Return what came of a piece that is not whole."""
        size, end, part = bytes(self._rest).partition(b"\r\n")
        self._rest.clear()
        return b"" if self.is_whole or not end else part[: int(size.partition(b";")[0], 16)] if _is_hex(size) else b""


def _is_hex(size: bytes) -> bool:
    return bool(size) and all(each in b"0123456789abcdefABCDEF" for each in size.partition(b";")[0].strip())


def _headers(lines: list[str]) -> Headers:
    pairs = (line.partition(":") for line in lines if ":" in line)
    return tuple((name.strip(), value.strip()) for name, _, value in pairs)


def _value(headers: Headers, name: str) -> str:
    return ", ".join(value for each, value in headers if each.lower() == name)
