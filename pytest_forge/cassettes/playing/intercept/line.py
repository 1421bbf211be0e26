"""Line: the replacement for the socket of an http.client connection while a cassette is in use.

The request is collected as the client writes it. When the client reads, it gets the recorded answer, or the request is
sent over a real connection, and the answer is passed on and recorded.
"""

from __future__ import annotations

import contextlib
import io
import socket
from typing import Any

from ...exchange import RecordedRequest
from ..player import Player
from .http_text import AnswerParser, answer_pieces, parsed_request
from .socket_errors import failure_kind, socket_error

__all__ = ["Line"]


class Line:
    """A stand-in for the socket of one connection.

    Attributes:
        player: The session it belongs to.
        is_closed: Whether its connection has closed it.
    """

    def __init__(self, connection: Any, player: Player) -> None:
        self.player = player
        self.is_closed = False
        self._connection = connection
        self._sent = bytearray()
        self._real: Any = None
        # Pools ask the system whether a connection was dropped; this pair is open and idle.
        self._idle, self._other = socket.socketpair()

    def sendall(self, data: Any, *_: Any) -> None:
        """Collect the bytes of the request."""
        self._sent += data

    def send(self, data: Any, *_: Any) -> int:
        """Collect the bytes of the request."""
        self._sent += data
        return memoryview(data).nbytes

    def makefile(self, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        """Return the file from which the client reads the answer."""
        if "b" not in mode or "r" not in mode:
            return self._idle.makefile(mode, *arguments, **named)  # type: ignore[call-overload]  # handed on
        __tracebackhide__ = True
        raw = bytes(self._sent)
        self._sent.clear()
        request = parsed_request(raw, _address(self._connection))
        if self.player.lets_through(request.url):
            return self._asked(raw).makefile("rb")
        answer = self.player.answer(request)
        if answer is not None:
            pieces = answer_pieces(answer, is_head=request.method == "HEAD")
            if pieces is None:
                raise socket_error(answer, self._connection)
            return io.BufferedReader(_Replayed(pieces))
        return io.BufferedReader(self._noted(raw, request))

    def settimeout(self, seconds: float | None) -> None:
        """Set the time limit for each step of the real connection."""
        self._idle.settimeout(seconds)
        if self._real is not None:
            self._real.settimeout(seconds)

    def close(self) -> None:
        """Close the real connection, if there is one."""
        self.is_closed = True
        for end in (self._real, self._idle, self._other):
            if end is not None:
                end.close()

    def leave(self) -> None:
        """Detach from the connection, which opens a socket for its next request."""
        if getattr(self._connection, "sock", None) is self:
            self._connection.sock = None
        self.close()

    def __getattr__(self, name: str) -> Any:
        # For example `fileno`, with which a pool detects that a server hung up.
        real = vars(self).get("_real")
        return getattr(vars(self)["_idle"] if real is None else real, name)

    def _asked(self, raw: bytes) -> Any:
        if self._real is None:
            self._real = self._connected()
        self._real.sendall(raw)
        return self._real

    def _connected(self) -> Any:
        connection = self._connection
        connection._forge_is_connecting = True  # noqa: SLF001  # our mark on a client's object
        connection.sock = None
        try:
            connection.connect()
            return connection.sock
        finally:
            del connection._forge_is_connecting  # noqa: SLF001  # the same
            connection.sock = self

    def _noted(self, raw: bytes, request: RecordedRequest) -> _Noted:
        recording = self.player.recording(request)
        try:
            real = self._asked(raw)
        except Exception as error:
            recording.failed(failure_kind(error, has_connected=self._real is not None))
            raise
        return _Noted(real.makefile("rb", buffering=0), AnswerParser(recording, is_head=request.method == "HEAD"))


def _address(connection: Any) -> str:
    """Return scheme, host and port as in a URL."""
    is_secure = getattr(connection, "default_port", 80) == 443
    host = str(getattr(connection, "_tunnel_host", None) or connection.host)
    port = getattr(connection, "_tunnel_port", None) if getattr(connection, "_tunnel_host", None) else connection.port
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    default = 443 if is_secure else 80
    return f"http{'s' * is_secure}://{shown}" + (f":{port}" if port not in (None, default) else "")


class _Noted(io.RawIOBase):
    """Passes on the bytes of a real socket and records them."""

    def __init__(self, source: Any, parser: AnswerParser) -> None:
        self._source = source
        self._parser = parser

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        try:
            count: int | None = self._source.readinto(buffer)
        except Exception as error:
            self._parser.failed(failure_kind(error, has_connected=True))
            raise
        if count == 0:
            self._parser.hung_up()
        elif count:
            self._parser.feed(bytes(memoryview(buffer)[:count]))
        return count

    def close(self) -> None:
        if not self.closed:
            self._parser.closed()
            self._source.close()
        super().close()


class _Replayed(io.RawIOBase):
    """Reads pieces, each after its pause; the last may be an error."""

    def __init__(self, pieces: Any) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = piece
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count

    def close(self) -> None:
        with contextlib.suppress(ValueError):
            self._pieces.close()
        super().close()
