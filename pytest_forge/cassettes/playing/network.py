"""Network: closed while a cassette replays, so that requests of clients that are not intercepted are refused.

Servers on this machine are refused, too, unless their host is allowed. Unix sockets stay open. The network of child
processes is not closed, and their requests are neither recorded nor replayed.
"""

from __future__ import annotations

import ipaddress
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from .intercept.patching import Patch

__all__ = ["NetworkClosedError", "closed_network", "noted_children"]

_INTERNET = (socket.AF_INET, socket.AF_INET6)
_METHODS = ("connect", "connect_ex", "sendto")


class NetworkClosedError(RuntimeError):
    """A test that replays a cassette tried to reach the network."""


@contextmanager
def closed_network(meanwhile: str, is_allowed: Callable[[str], bool]) -> Iterator[None]:
    """Refuse connections, datagrams and name look-ups.

    Args:
        meanwhile: The activity for the error message, such as ``chat.yaml replays``.
        is_allowed: Whether a host may still be reached.
    """
    #: The addresses of allowed names.
    reached: set[str] = set()

    def refuse(host: str) -> None:
        if host not in reached and not is_allowed(host):
            raise NetworkClosedError(
                f"The network is closed while {meanwhile}, and {host!r} would be reached by a client that is not "
                f"intercepted. Allow the host with allowed_hosts={host!r}, or use an intercepted client."
            )

    def guarded(real: Any) -> Any:
        def method(self: socket.socket, *arguments: Any) -> Any:
            # The address is the last argument, after data and flags.
            if self.family in _INTERNET and isinstance(arguments[-1], tuple):
                try:
                    refuse(str(arguments[-1][0]))
                except NetworkClosedError:
                    # The caller expects other errors and would leave the socket open.
                    self.close()
                    raise
            return real(self, *arguments)

        return method

    def guarded_look_up(real: Any) -> Any:
        def getaddrinfo(host: Any, *arguments: Any, **named: Any) -> Any:
            name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
            if isinstance(name, str) and not _is_local_name(name):
                refuse(name)
            found = real(host, *arguments, **named)
            if isinstance(name, str) and name and is_allowed(name):
                reached.update(str(one[4][0]) for one in found)
            return found

        return getaddrinfo

    with ExitStack() as stack:
        for name in _METHODS:
            stack.enter_context(Patch(socket.socket, name, guarded))
        stack.enter_context(Patch(socket, "getaddrinfo", guarded_look_up))
        yield


@contextmanager
def noted_children() -> Iterator[list[str]]:
    """Yield the list of programs that `subprocess` starts in the block."""
    started: list[str] = []

    def noted(real: Any) -> Any:
        def started_with(self: Any, args: Any, *rest: Any, **named: Any) -> None:
            words = [args] if isinstance(args, str | bytes) or not hasattr(args, "__iter__") else list(args)
            started.append(str(words[0]) if words else "")
            real(self, args, *rest, **named)

        return started_with

    with Patch(subprocess.Popen, "__init__", noted):
        yield started


def _is_local_name(name: str) -> bool:
    # These look-ups do not reach the network; servers make them to bind.
    if name in ("", "localhost"):
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
