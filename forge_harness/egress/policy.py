"""EgressPolicy: where tools may send requests, as an operator declares it.

It fails closed: without a declaration nothing is sent. Source: seed 002, "egress"; facts 11.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..errors import EgressRefusedError, RegistrationError
from .allow_list import AllowList
from .host_name import host_problem, literal_address
from .ip_address import IpAddress, IpNetwork, embedded_addresses, refusal_of

__all__ = ["EgressPolicy"]

_MAX_SHOWN = 100
_MODES = ("deny-all", "allowlist", "dev-open")


@dataclass(frozen=True)
class EgressPolicy:
    """Where tools may send requests.

    This machine is never reachable, and metadata services of a cloud neither, whatever the mode; only an entry of
    *allow* with a port, such as ``"127.0.0.1:8000"`` or ``"localhost:8000"``, opens that one place on this machine or
    in a private network.

    Args:
        mode: ``deny-all`` sends nothing; ``allowlist`` sends to the hosts in *allow*; ``dev-open`` sends to every
            public host, for development.
        allow: Hosts; see `allow_list`.
        deny: Hosts that nothing is sent to, also if *allow* covers them; an address is refused by every name, too.
        allow_private: Whether names may resolve to addresses in private networks.
        private_networks: The only private networks that names may resolve to, for example ``"10.20.0.0/16"``.

    Raises:
        RegistrationError: If the mode, an entry or a network is not valid.
    """

    mode: Literal["deny-all", "allowlist", "dev-open"] = "deny-all"
    allow: Sequence[str] = ()
    allow_private: bool = False
    private_networks: Sequence[str] = ()
    deny: Sequence[str] = ()
    _listed: AllowList = field(init=False, repr=False, compare=False)
    _denied: AllowList = field(init=False, repr=False, compare=False)
    _networks: tuple[IpNetwork, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mode not in _MODES:
            raise RegistrationError(f"There is no egress mode {self.mode!r}. Use one of: {', '.join(_MODES)}.")
        for name in ("allow", "private_networks", "deny"):
            if isinstance(getattr(self, name), str):
                raise RegistrationError(f"The egress policy's {name} is one text. Write a list of texts.")
            # A list that changes later must not change the policy.
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "_listed", AllowList(self.allow))
        object.__setattr__(self, "_denied", AllowList(self.deny, name="deny-list"))
        object.__setattr__(self, "_networks", tuple(map(_network, self.private_networks)))

    def check(self, host: str, port: int) -> None:
        """Refuse a host that no request may be sent to, before its name is resolved.

        Args:
            host: The host of the URL; IPv6 with or without brackets, names in ASCII.
            port: The port.

        Raises:
            EgressRefusedError: If it may not.
        """
        problem = host_problem(host)
        if problem:
            raise _refused(host, port, problem)
        if self.mode == "deny-all":
            raise _refused(host, port, "is not reachable: this agent has no network")
        if self.mode == "allowlist" and not self._listed.has(host, port):
            raise _refused(host, port, "is not on the allow-list")
        # A final dot makes a name absolute, and not another one.
        if self._denied.has(host.removesuffix("."), port):
            raise _refused(host, port, "is on the deny-list")
        address = literal_address(host)
        if address is not None:
            self._check_address(host, port, address)

    def check_addresses(self, host: str, port: int, addresses: Iterable[str]) -> list[str]:
        """Return the addresses of a name if a request may be sent to all of them.

        Args:
            host: The name, which `check` has passed.
            port: The port.
            addresses: What it resolves to; one that is not allowed refuses all, since the next lookup may differ.

        Raises:
            EgressRefusedError: If it may not.
        """
        checked = []
        for text in addresses:
            address = literal_address(text.partition("%")[0])
            if address is None:
                raise _refused(host, port, "does not resolve to an address")
            self._check_address(host, port, address)
            checked.append(str(address))
        return checked

    def _check_address(self, host: str, port: int, address: IpAddress) -> None:
        if any(self._denied.has(str(inner), port) for inner in (address, *embedded_addresses(address))):
            raise _refused(host, port, "is on the deny-list")
        refusal = refusal_of(address, allow_private=self.allow_private, networks=self._networks)
        if refusal and not self._is_meant(host, port, address):
            raise _refused(host, port, f"is {refusal}")

    def _is_meant(self, host: str, port: int, address: IpAddress) -> bool:
        """Whether the operator has named this place: this machine or a private network, with the port."""
        if not self._listed.names_place(host, port):
            return False
        return address.is_loopback or (literal_address(host) == address and not refusal_of(address, allow_private=True))


def _network(text: str) -> IpNetwork:
    """Return the network of an entry.

    Raises:
        RegistrationError: If it is not one, or names a host inside it.
    """
    try:
        inside = ipaddress.ip_interface(text)
    except ValueError:
        inside = None
    if inside is None or "/" not in text:
        raise RegistrationError(f"{text!r} is not a network. Write it as 10.20.0.0/16.")
    if inside.ip == inside.network.network_address:
        return inside.network
    alone = ipaddress.ip_network(inside.ip)
    raise RegistrationError(
        f"{text!r} names a host inside a network. Write {str(inside.network)!r} for the network, or {str(alone)!r} for "
        "the host."
    )


def _refused(host: str, port: int, problem: str) -> EgressRefusedError:
    shown = repr(host if len(host) <= _MAX_SHOWN else f"{host[:_MAX_SHOWN]}…")
    return EgressRefusedError(f"The host {shown}, port {port}, {problem}. Use another one, or have it allowed.")
