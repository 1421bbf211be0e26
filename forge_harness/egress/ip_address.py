"""What an IP address is: public, private, or one that no tool may reach."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

__all__ = ["IpAddress", "IpNetwork", "embedded_addresses", "refusal_of"]

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network

#: Services of a cloud or a container host that give out credentials.
_METADATA = frozenset(
    ipaddress.ip_address(text)
    for text in (
        *("169.254.169.254", "fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:a9fe:a9fe::1"),
        *("169.254.170.2", "169.254.170.23", "fd00:ec2::23"),  # credentials of a container
        *("168.63.129.16", "100.100.100.200", "169.254.0.23", "169.254.42.42", "fd00:42::42"),
    )
)
#: Ranges of private networks, which a policy may allow.
_PRIVATE = tuple(
    ipaddress.ip_network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local
        "100.64.0.0/10",  # shared by a provider's customers
        "fc00::/7",
        "fe80::/10",  # link-local
    )
)
#: Ranges without a public host, by IANA's registries of special-purpose addresses.
_SPECIAL = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "127.0.0.0/8",  # loopback
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays, deprecated
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
#: The one range of IPv6 in which addresses of public hosts are given out.
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
_SPECIAL_6 = tuple(
    ipaddress.ip_network(text)
    for text in (
        "2001::/23",  # protocol assignments, benchmarks and ORCHID among them
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)

_COMPATIBLE, _TRANSLATED = ipaddress.ip_network("::/96"), ipaddress.ip_network("64:ff9b::/96")
#: The middle of an IPv6 address that ends in the IPv4 address of a host in its site (ISATAP).
_ISATAP = (0x00005EFE, 0x02005EFE)


def refusal_of(address: IpAddress, *, allow_private: bool = False, networks: Sequence[IpNetwork] = ()) -> str:
    """Return what kind of address it is, if no request may go there; empty if one may.

    An IPv6 address that carries an IPv4 address is what that address is, so a tunnel leads nowhere else.

    Args:
        address: The address.
        allow_private: Whether all private networks are allowed.
        networks: The private networks that are allowed. They never make another kind of address reachable.
    """
    within = _host_in_site(address)
    if within is not None and (refusal := refusal_of(within, allow_private=allow_private, networks=networks)):
        return refusal
    carried = embedded_addresses(address)
    if carried:
        refusals = (refusal_of(inner, allow_private=allow_private, networks=networks) for inner in carried)
        return next(filter(None, refusals), "")
    if address in _METADATA:
        return "a metadata service"
    if any(address in network for network in _PRIVATE):
        is_allowed = allow_private or any(address in network for network in networks)
        return "" if is_allowed else "in a private network"
    if address.is_loopback:
        return "on this machine"
    if isinstance(address, ipaddress.IPv4Address):
        is_public = not any(address in network for network in _SPECIAL)
    else:
        is_public = address in _GLOBAL_UNICAST and not any(address in network for network in _SPECIAL_6)
    return "" if is_public else "not a public host"


def embedded_addresses(address: IpAddress) -> list[IpAddress]:
    """Return the IPv4 addresses that an IPv6 address carries to a translator or a tunnel; empty for any other."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    if address.sixtofour is not None:
        return [address.sixtofour]
    if address.teredo is not None:
        # The first is the server that the packets are sent to, the second the host behind it.
        return list(address.teredo)
    low = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _TRANSLATED:
        return [low]
    # Without ::, which is unspecified, and ::1, which is loopback.
    return [low] if address in _COMPATIBLE and int(address) > 1 else []


def _host_in_site(address: IpAddress) -> IpAddress | None:
    """Return the IPv4 address that a router of the site sends to; None for any other address."""
    if isinstance(address, ipaddress.IPv4Address) or int(address) >> 32 & 0xFFFFFFFF not in _ISATAP:
        return None
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
