"""LoopbackCanary: a listener on the loopback address that records requests of other processes.

The sandbox leaves its port open, and no honest tool has a reason to connect to it.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from .network_canary import canary_listener

__all__ = ["LoopbackCanary"]

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n"
_READ_S = 0.5
_MAX_REQUEST = 65536


class LoopbackCanary:
    """Answers and records requests while it is entered.

    Attributes:
        port: Its port.
    """

    def __init__(self) -> None:
        self._listener = canary_listener()
        self.port = int(self._listener.getsockname()[1])
        self._requests: list[str] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="forge-loopback", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=_READ_S):
            # The connection wakes the thread.
            pass
        self._thread.join(2 * _READ_S)

    def heard(self, mark: str, *, patience_s: float = 0.05) -> bool:
        """Tell whether a request contained *mark*; with an empty mark, whether any request arrived."""
        until = time.monotonic() + patience_s
        while True:
            if any(mark in request for request in self._requests):
                return True
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)

    def _serve(self) -> None:
        while not self._is_over.is_set():
            with suppress(OSError):
                connection, _ = self._listener.accept()
                with connection:
                    connection.settimeout(_READ_S)
                    text = ""
                    with suppress(OSError):
                        text = connection.recv(_MAX_REQUEST).decode("latin-1")
                    if not self._is_over.is_set():
                        self._requests.append(text)
                    with suppress(OSError):
                        connection.sendall(_ANSWER)
