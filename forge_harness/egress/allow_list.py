"""AllowList: the hosts that an operator names.

::

    api.example.com          this host, on any port
    api.example.com:8443     this host, on this port
    *.example.com            every host below, but not example.com itself
    *.example.com:*          the same
    *.internal               every host of the domain for private networks; no other top-level domain
    127.0.0.1:8000, [::1]:8000, localhost:8000     this machine, on this port
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import RegistrationError
from .host_name import host_problem, literal_address
from .ip_address import IpAddress

__all__ = ["AllowList"]

_MAX_PORT = 65_535
#: The top-level domain that ICANN leaves to private networks.
_PRIVATE_DOMAIN = "internal"


class AllowList:
    """The hosts that an operator names.

    Args:
        entries: As listed above; case and surrounding spaces do not matter.
        name: What an error calls the list.

    Raises:
        RegistrationError: If an entry could not match what was meant.
    """

    __slots__ = ("_named",)

    def __init__(self, entries: Iterable[str] = (), *, name: str = "allow-list") -> None:
        #: A host, or a suffix that begins with a dot, and a port; 0 for any.
        self._named = frozenset([_entry(text, name) for text in entries])

    def has(self, host: str, port: int) -> bool:
        """Whether an entry covers a host and port."""
        named, wanted = self._named, _canonical(host)
        if (wanted, 0) in named or (wanted, port) in named:
            return True
        if not isinstance(wanted, str) or not named or wanted.startswith("."):
            return False
        dot = wanted.find(".")
        while dot >= 0:
            suffix = wanted[dot:]
            if (suffix, 0) in named or (suffix, port) in named:
                return True
            dot = wanted.find(".", dot + 1)
        return False

    def names_place(self, host: str, port: int) -> bool:
        """Whether an entry names an address, or ``localhost``, with this very port: the operator means that place."""
        wanted = _canonical(host)
        return (wanted, port) in self._named and (wanted == "localhost" or not isinstance(wanted, str))


def _canonical(host: str) -> str | IpAddress:
    return literal_address(host) or host.lower()


def _entry(text: str, list_name: str) -> tuple[str | IpAddress, int]:
    host, port = _parts(text.strip().lower())
    is_suffix = host.startswith("*.")
    name = host[2:] if is_suffix else host
    problem = "is empty" if not name else "is for every host" if name == "*" else host_problem(name)
    if not problem and is_suffix and literal_address(name) is not None:
        problem = "is not a host name"
    if not problem and is_suffix and "." not in name and name != _PRIVATE_DOMAIN:
        problem = "is for a whole top-level domain"
    if not problem and not (port in ("", "*") or (port.isascii() and port.isdigit() and 0 < int(port) <= _MAX_PORT)):
        problem = "has no port after its colon that exists"
    if problem:
        raise RegistrationError(
            f"The entry {text!r} of the {list_name} {problem}. "
            "Write api.example.com, *.example.com, api.example.com:443 or [::1]:8000."
        )
    number = int(port) if port.isdigit() else 0
    return f".{name}" if is_suffix else _canonical(name), number


def _parts(text: str) -> tuple[str, str]:
    """Return host and port of an entry; the port is empty if there is none, and ``-`` if only its colon is there."""
    if literal_address(text) is not None:
        return text, ""
    host, colon, port = text.rpartition(":")
    return (host, port or "-") if colon else (text, "")
