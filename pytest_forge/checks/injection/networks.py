"""Networks: where the requests of a call go, seen in this process, or of a server from outside.

functions   a network of our own answers for every host, and records the intended addresses
servers     we listen on the loopback address; a Python server also reports what it looks up and connects to
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from ...observe.observation import Unseen
from ...oracles.audit import AuditEvent, AuditLog
from ...oracles.loopback_canary import LoopbackCanary
from ...oracles.name_service import PUBLIC_ADDRESS, is_inside
from ...oracles.network_canary import NetworkCanary
from ...targets.subject import Subject
from .attempts import watched
from .injection_point import call

__all__ = ["OwnNetwork", "ServerNetwork", "network_of"]

_ASKING = frozenset({"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"})


class OwnNetwork:
    """The network of this process.

    Args:
        subject: The tool.

    Attributes:
        canary: Answers for every host.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.canary = NetworkCanary()
        self._usual: set[str] = set()

    def __enter__(self) -> Self:
        self.canary.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.canary.__exit__(*error)

    def asks(self, arguments: Mapping[str, Any], host: str = "") -> bool:
        """Make an ordinary call, and return whether it connects to a public host; by default, to any."""
        address = PUBLIC_ADDRESS
        if host not in ("", PUBLIC_ADDRESS):
            # A unique address distinguishes the host from one that the tool always contacts.
            address = f"93.184.{self._subject.random.randrange(1, 250)}.{self._subject.random.randrange(1, 250)}"
            self.canary.names.answers[host] = [address]
        found = self._contacts(arguments)
        self._usual.update(found)
        return address in found if host else any(not is_inside(contact) for contact in found)

    def inside(self, arguments: Mapping[str, Any]) -> str:
        """Make a call, and return the first inside address that it connects to, unlike ordinary calls; "" for none."""
        return next((one for one in self._contacts(arguments) if is_inside(one) and one not in self._usual), "")

    def resolves(self, host: str, addresses: Sequence[str]) -> bool:
        """Give a host some addresses, one for each look-up; return whether that is possible."""
        self.canary.names.answers[host] = list(addresses)
        return True

    def _contacts(self, arguments: Mapping[str, Any]) -> list[str]:
        self.canary.clear()
        call(self._subject, dict(arguments))
        return [contact.address for contact in self.canary.contacts]


class ServerNetwork(OwnNetwork):
    """The network of a server: the look-ups and connections that a Python server reports, and a loopback port.

    Args:
        subject: The tool.

    Attributes:
        port: The port on which we listen.
    """

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._listener = LoopbackCanary()
        self.port = self._listener.port
        self._events: list[AuditEvent] = []
        self._is_silent = False

    def __enter__(self) -> Self:
        self._listener.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._listener.__exit__(*error)

    def asks(self, arguments: Mapping[str, Any], host: str = "") -> bool:
        """Make an ordinary call, and return whether the server reports that it asks for a public host."""
        self._usual.update(self._contacts(arguments))
        asked = {event.paths[0] for event in self._events if event.paths}
        return host in asked if host else any("." in one and one[:1] != "/" and not is_inside(one) for one in asked)

    def resolves(self, host: str, addresses: Sequence[str]) -> bool:  # noqa: ARG002  # the names are not ours
        """Return that the look-ups of a server cannot be answered."""
        return False

    def hears(self, arguments: Mapping[str, Any], mark: str = "") -> bool:
        """Make a call, and return whether a request with the mark arrives on our port; by default, any connection."""
        call(self._subject, dict(arguments))
        return self._listener.heard(mark)

    def _contacts(self, arguments: Mapping[str, Any]) -> list[str]:
        self._events = []
        if self._is_silent:
            return []
        _, heard = watched(self._subject, dict(arguments), AuditLog())
        if isinstance(heard, Unseen):
            self._is_silent = True
            return []
        self._events = [event for event in heard.value.events if event.event in _ASKING]
        # A tool that refuses inside addresses may look one up.
        return [event.paths[0] for event in self._events if event.paths and event.event == "socket.connect"]


def network_of(subject: Subject) -> OwnNetwork:
    """Return the network of a tool, to be entered."""
    return ServerNetwork(subject) if subject.is_served else OwnNetwork(subject)
