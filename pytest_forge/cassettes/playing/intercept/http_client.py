"""http.client and the clients built on it: urllib.request, urllib3, requests, botocore, httplib2.

A connection gets a `Line` instead of a socket, so that the client's own code speaks HTTP and streams as usual, whether
the answer is recorded or comes from the network.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import importlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from ..player import Player
from .installed import is_installed
from .line import Line
from .patching import Patch

__all__ = ["intercepted"]

#: Packages with their own connection classes, and the modules of these.
_LAYERS = {"urllib3": "urllib3.connection", "botocore": "botocore.awsrequest", "httplib2": "httplib2"}


@contextmanager
def intercepted(player: Player) -> Iterator[None]:
    """Route every connection based on http.client to *player*."""
    for package, module in _LAYERS.items():
        # Their classes must exist to be patched.
        if is_installed(package):
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    lines = _Lines(player)
    with ExitStack() as stack:
        stack.callback(lines.close)
        stack.enter_context(Patch(http.client.HTTPConnection, "putrequest", lines.before_request))
        for owner in _connections():
            stack.enter_context(Patch(owner, "connect", lines.instead_of_connect))
        yield


def _connections() -> list[type]:
    """Every connection class with its own `connect`."""
    found: list[type] = []
    waiting: list[type] = [http.client.HTTPConnection]
    while waiting:
        owner = waiting.pop()
        waiting += owner.__subclasses__()
        if "connect" in vars(owner) and owner not in found:
            found.append(owner)
    return found


class _Lines:
    """The lines of one session."""

    def __init__(self, player: Player) -> None:
        self._player = player
        # Kept, so that the garbage collector does not warn of open sockets.
        self._lines: set[Line] = set()

    def before_request(self, real: Any) -> Any:
        """Put a line into a connection that was opened before the session or by unknown code."""

        @functools.wraps(real)
        def putrequest(connection: Any, *arguments: Any, **named: Any) -> Any:
            line = connection.sock
            if not (isinstance(line, Line) and line.player is self._player) and self._is_ours(connection):
                if line is not None:
                    # Not `connection.close`: an answer that is still being read holds the socket itself.
                    line.close()
                self._give_line(connection)
            return real(connection, *arguments, **named)

        return putrequest

    def instead_of_connect(self, real: Any) -> Any:
        @functools.wraps(real)
        def connect(connection: Any, *arguments: Any, **named: Any) -> Any:
            # A real `connect` calls that of its base class.
            if vars(connection).get("_forge_is_connecting") or not self._is_ours(connection):
                return real(connection, *arguments, **named)
            self._give_line(connection)
            return None

        return connect

    def close(self) -> None:
        """Remove the lines from connections that outlive the session."""
        for line in list(self._lines):
            line.leave()

    def _is_ours(self, connection: Any) -> bool:
        return self._player.takes(str(getattr(connection, "_tunnel_host", None) or connection.host))

    def _give_line(self, connection: Any) -> None:
        self._lines = {line for line in self._lines if not line.is_closed}
        line = Line(connection, self._player)
        connection.sock = line
        if hasattr(connection, "is_verified"):
            # No certificate was refused; a real connection sets this itself.
            connection.is_verified = True
        self._lines.add(line)
