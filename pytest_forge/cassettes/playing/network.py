"""Network: closed while a cassette replays, so that what no client of ours carries is refused, not sent.

A server on this machine is network as well, unless its host is allowed. Unix sockets stay open. A process that a test
starts has a network of its own: it is not closed, and what it asks is neither recorded nor replayed.
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
    """A test that replays a cassette wanted to reach the network."""


@contextmanager
def closed_network(meanwhile: str, is_allowed: Callable[[str], bool]) -> Iterator[None]:
    """Refuse connections, datagrams and look-ups of names.

    Args:
        meanwhile: What goes on, as the error says it, such as ``chat.yaml replays``.
        is_allowed: Whether a host may be reached all the same.
    """
    #: Where allowed names lead.
    reached: set[str] = set()

    def refuse(host: str) -> None:
        if host not in reached and not is_allowed(host):
            raise NetworkClosedError(
                f"The network is closed while {meanwhile}, and {host!r} was to be reached without a client that is "
                f"recorded. Allow the host with allowed_hosts={host!r}, or use a client that is intercepted."
            )

    def guarded(real: Any) -> Any:
        def method(self: socket.socket, *arguments: Any) -> Any:
            # The address comes last, after data and flags.
            if self.family in _INTERNET and isinstance(arguments[-1], tuple):
                try:
                    refuse(str(arguments[-1][0]))
                except NetworkClosedError:
                    # Who made the socket expects other errors, and would leave it open.
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
    """Yield the programs that are started by `subprocess` meanwhile."""
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
    # Looking these up reaches no network; a server that binds does it.
    if name in ("", "localhost"):
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
