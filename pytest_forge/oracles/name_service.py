"""NameService: name resolution in the sandbox, with answers that look public and may change between look-ups."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from ..regex import regex

__all__ = ["PUBLIC_ADDRESS", "NameService", "is_inside"]

#: The address of every public host; nothing is ever sent to it.
PUBLIC_ADDRESS = "93.184.215.14"
_NAME = regex(r"[\w-]+(?:\.[\w-]+)*")
_SERVICES = {"http": 80, "https": 443, "ftp": 21, "ssh": 22, "smtp": 25}


class NameService:
    """Answers look-ups without a network.

    Attributes:
        answers: Lower-case name to addresses: each look-up takes the next one, and the last one stays.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[str]] = {}

    def address(self, host: Any) -> str:
        """Return the current address of *host*; unusual notations are read as the system does."""
        name = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else str(host or "127.0.0.1")
        name = name.lower().rstrip(".")
        if name == "localhost" or name.endswith(".localhost"):
            return "127.0.0.1"
        if ":" in name:
            return _as_version_6(name)
        try:
            # The system's resolver reads "127.1", "2130706433" and "0x7f.1" as addresses.
            return (
                socket.inet_ntoa(socket.inet_aton(name))
                if name[:1].isdigit() and " " not in name
                else self._named(name)
            )
        except OSError:
            return self._named(name)

    def _named(self, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        answers = self.answers.get(name, [PUBLIC_ADDRESS])
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def getaddrinfo(self, host: Any, port: Any, family: int = 0, type: int = 0, *_: int, **__: int) -> list[Any]:  # noqa: A002  # as in socket
        """Answer as `socket.getaddrinfo` does."""
        address = self.address(host)
        found = socket.AF_INET6 if ":" in address else socket.AF_INET
        if family not in (0, found):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        number = _port(port)
        where = (address, number, 0, 0) if found is socket.AF_INET6 else (address, number)
        kinds = [(socket.SOCK_STREAM, socket.IPPROTO_TCP), (socket.SOCK_DGRAM, socket.IPPROTO_UDP)]
        return [(found, kind, protocol, "", where) for kind, protocol in kinds if type in (0, kind)]

    def gethostbyname(self, host: Any) -> str:
        """Answer as `socket.gethostbyname` does."""
        address = self.address(host)
        if ":" in address:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return address

    def gethostbyname_ex(self, host: Any) -> tuple[str, list[str], list[str]]:
        """Answer as `socket.gethostbyname_ex` does."""
        return str(host), [], [self.gethostbyname(host)]


def is_inside(address: str) -> bool:
    """Tell whether an address is not public: this machine, a private network, or reserved."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return not (mapped or found).is_global


def _as_version_6(name: str) -> str:
    try:
        return str(ipaddress.ip_address(name.partition("%")[0]))
    except ValueError:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None


def _port(port: Any) -> int:
    text = port.decode("ascii", "replace") if isinstance(port, bytes) else port
    if isinstance(text, str):
        return int(text) if text.isdigit() else _SERVICES.get(text, 0)
    return int(text or 0)
