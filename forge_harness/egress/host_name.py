"""The host of a URL: a name or an address in its usual form, and never an address in disguise."""

from __future__ import annotations

import ipaddress
import re

from .ip_address import IpAddress

__all__ = ["host_problem", "literal_address"]

_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?", re.ASCII)
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*", re.ASCII)
_MAX_NAME = 253


def literal_address(host: str) -> IpAddress | None:
    """Return the address that *host* is, with or without the brackets of IPv6; None for a name.

    Only the forms that every resolver reads alike are addresses: four decimal numbers without leading zeros, and IPv6
    without a zone.
    """
    text = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if "%" in text or not (":" in text or text[-1:].isdigit()):
        return None  # without the cost of a failed reading
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def host_problem(host: str) -> str:
    """Return what is wrong with a host; empty if it is a name or an address in its usual form.

    Resolvers read ``0177.0.0.1``, ``0x7f000001``, ``2130706433`` and ``127.1`` as addresses. As in the URL standard, a
    host whose last label is a number is one, so that no such form is taken for a name.
    """
    if literal_address(host) is not None:
        return ""
    name = host.removesuffix(".")
    if len(name) > _MAX_NAME or not _NAME.fullmatch(host) or ".." in host:
        return "is not a host name"
    return "is an address in an unusual form" if _NUMBER.fullmatch(name.rpartition(".")[2]) else ""
