"""RequestWay: an argument that decides where a request of the tool goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from msgspec import Struct

from ...oracles.name_service import PUBLIC_ADDRESS
from ...profile.claim import Claim
from ...profile.local_addresses import looks_at_hosts
from ...regex import regex
from ...strategies.mined_constants import mined_constants
from ...targets.patience import Patience
from ...targets.subject import Subject
from .injection_point import InjectionPoint
from .networks import OwnNetwork

__all__ = ["ELSEWHERE", "RequestWay", "request_ways"]

ELSEWHERE = "example.net"
"""A public host that no tool names."""

_MAX_HOSTS = 4
#: The first part of a host that no code names.
_ANY_NAME = "nyhost"
_HOST = regex(r"(?:https?://)?((?:[\w-]+\.)+[A-Za-z]{2,})(?:[:/].*)?$", re.DOTALL)


class RequestWay(Struct, frozen=True):
    """An argument that decides where a request goes.

    Attributes:
        point: The argument.
        form: The value, with ``{host}`` and ``{path}``.
        host: A public host that the tool was seen to contact.
        is_any: Whether the tool also contacts a host that its code does not name.
        domain: The shortest ending of *host* below which the tool contacts any name; *host* itself if there is none.
    """

    point: InjectionPoint
    form: str
    host: str
    is_any: bool
    domain: str

    def text(self, host: str, path: str = "/") -> str:
        """Return the value for a host."""
        return self.form.replace("{host}", host).replace("{path}", path)


def request_ways(
    subject: Subject, network: OwnNetwork, points: list[InjectionPoint], patience: Patience, excused: list[Claim]
) -> Iterator[RequestWay]:
    """Yield the arguments that decide where a request goes; append the claims that excuse one to *excused*."""
    hosts = list(_hosts_in_code(subject))
    done: list[InjectionPoint] = []
    forms = ((point, *form) for point in points for form in _forms(point, hosts))
    for point, form, host in patience.each(forms):
        # A raw connection of a server looks like a request.
        if point in done or (subject.is_served and form == "{host}") or not _reaches(network, point, form, host):
            continue
        done.append(point)
        if form == "{host}":
            if not network.canary.requests:
                continue
            if looks := looks_at_hosts(subject.facts):
                excused.append(looks)
                continue
        is_any = host == ELSEWHERE or _reaches(network, point, form, ELSEWHERE)
        domain = host if is_any else _domain_of(network, point, form, host)
        yield RequestWay(point, form, host, is_any=is_any, domain=domain)


def _domain_of(network: OwnNetwork, point: InjectionPoint, form: str, host: str) -> str:
    domain, parent = host, host.partition(".")[2]
    while "." in parent and _reaches(network, point, form, f"{_ANY_NAME}.{parent}"):
        domain, parent = parent, parent.partition(".")[2]
    return domain


def _hosts_in_code(subject: Subject) -> Iterator[str]:
    """Yield the hosts that the tool's own code names; it may accept only those."""
    for text in mined_constants(subject.tool).texts:
        host = _HOST.match(text)
        if host is not None:
            yield host[1].lower()


def _forms(point: InjectionPoint, hosts: list[str]) -> Iterator[tuple[str, str]]:
    parts = urlsplit(point.value) if "//" in point.value else None
    if parts is not None and parts.scheme in ("http", "https") and parts.hostname:
        rest = parts._replace(scheme="", netloc="").geturl() or "/"
        yield f"{parts.scheme}://{{host}}{rest}", parts.hostname
    yield "https://{host}{path}", ELSEWHERE
    yield "http://{host}{path}", ELSEWHERE
    yield "{host}", ELSEWHERE
    yield "{host}", PUBLIC_ADDRESS
    for host in hosts[:_MAX_HOSTS]:
        yield "https://{host}{path}", host
        yield "http://{host}{path}", host


def _reaches(network: OwnNetwork, point: InjectionPoint, form: str, host: str) -> bool:
    """Return whether the tool, given a public host, connects to it."""
    return network.asks(point.with_text(form.replace("{host}", host).replace("{path}", "/")), host)
