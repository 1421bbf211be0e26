"""HttpAddress: where a server listens, and the names by which its clients may call it.

8000                  port 8000 of this machine, for programs on it
localhost:0           any free port
[::1]:8000            IPv6
10.0.0.5:8000         for other machines, with a key
0.0.0.0:8000          every address of this machine, with a key, and the names that clients use
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import CommandError

__all__ = ["HttpAddress", "read_http_address"]

_LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
_MAX_PORT = 65_535


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """A host and a port of this machine.

    Attributes:
        host: A name or an IP address, without brackets.
        port: 0 for any free port.
    """

    host: str = "127.0.0.1"
    port: int = 0

    @property
    def is_local(self) -> bool:
        """Whether only programs on this machine can connect."""
        found = _ip_address(self.host)
        return self.host == "localhost" if found is None else found.is_loopback

    @property
    def is_wildcard(self) -> bool:
        """Whether it stands for every address of this machine."""
        found = _ip_address(self.host)
        return found is not None and found.is_unspecified

    def url(self, port: int) -> str:
        """Return the URL of the endpoint at *port*."""
        return f"http://{_bracketed(self.host)}:{port}/mcp"

    def names(self, more: Iterable[str] = ()) -> list[str]:
        """Return the names that a Host header may have, each in the form of a URL.

        Args:
            more: Further names of this machine.
        """
        own = _LOCAL_NAMES if self.is_local else () if self.is_wildcard else (self.host,)
        return list(dict.fromkeys(_bracketed(name) for name in (*own, *more)))

    def bound(self) -> socket.socket:
        """Return a socket at this address, which does not listen yet.

        Raises:
            CommandError: If the address is not one of this machine, or is taken.
        """
        try:
            family, kind, protocol, _, place = socket.getaddrinfo(
                self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            made = socket.socket(family, kind, protocol)
        except (OSError, UnicodeError):
            raise CommandError(f"The host {self.host!r} of --http was not found. Use a name of this machine.") from None
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(place)
        except OSError as error:
            made.close()
            why = os.strerror(error.errno or 0).lower()
            raise CommandError(
                f"The address '{_bracketed(self.host)}:{self.port}' cannot be used ({why}). "
                "Choose another port, or 0 for any free one."
            ) from None
        return made


def read_http_address(text: str) -> HttpAddress:
    """Return the address in *text*: ``PORT`` or ``HOST:PORT``, an IPv6 address in brackets.

    Raises:
        CommandError: If it is neither.
    """
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        is_host = _ip_address(host) is not None
    else:
        is_host = ":" not in host and (bool(host) or not colon)
    if not is_host or not (port.isascii() and port.isdecimal()) or int(port[:6]) > _MAX_PORT:
        raise CommandError(
            f"{text!r} is not a port or HOST:PORT. Write for example 8000, localhost:8000 or [::1]:8000."
        )
    return HttpAddress(host or "127.0.0.1", int(port))


def _ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
