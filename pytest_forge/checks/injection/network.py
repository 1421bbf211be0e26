"""Checks of requests: a URL in an argument leads to the public network only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from ...oracles.audit import AuditLog
from ...oracles.name_service import PUBLIC_ADDRESS
from ...oracles.network_canary import NetworkCanary
from ...profile.claim import Claim
from ...profile.local_addresses import is_for_local_services, looks_at_hosts, takes_local_files
from ...profile.roles import PATH_ROLES, Role
from ...strategies.mined_constants import mined_constants
from ...strategies.payloads.addresses import INSIDE_PARTS, Address, inside_hosts, local_urls
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .excused import without_meant
from .injection_point import InjectionPoint, call, has_opened, injection_points, mark_of

__all__ = ["local_schemes_are_refused", "requests_stay_public"]

_MAX_CALLS = 6
_ELSEWHERE = "example.net"
_MAX_HOSTS = 4
#: Functions that open ``file:`` URLs as well as ``https:`` URLs.
_OPENERS = frozenset({"urlopen", "urlretrieve", "build_opener", "FancyURLopener", "URLopener", "url2pathname"})
_HOST = re.compile(r"(?:https?://)?((?:[\w-]+\.)+[A-Za-z]{2,})(?:[:/].*)?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Way:
    """An argument that decides where a request goes.

    Attributes:
        point: The argument.
        form: The value, with ``{host}`` and ``{path}``.
        host: A public host that the tool was seen to contact.
        is_any: Whether the tool also contacts a host that its code does not name.
    """

    point: InjectionPoint
    form: str
    host: str
    is_any: bool

    def text(self, host: str, path: str = "/") -> str:
        """Return the value for a host."""
        return self.form.replace("{host}", host).replace("{path}", path)


@check(
    family="injection",
    level="MUST",
    source="CWE-918: server-side request forgery",
    codes={"server_side_request_forgery": "A URL or host leads the tool into the internal network."},
)
def requests_stay_public(subject: Subject) -> None:
    """No URL or host in an argument leads a tool into the internal network.

    Behind a firewall, metadata services hand out keys and servers trust every client. After seeing the tool contact a
    public host, the check passes internal addresses in all notations, names that resolve to one, redirects to one, and
    names whose address changes between check and connection. It fails if the tool tries to connect to one.

    Not judged: tools that are for local services by their own description, and raw connections to a given host.
    """
    _leave_local_tools(subject)
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    patience = subject.patience()
    excused: list[Claim] = []
    with NetworkCanary() as world:
        ways = list(_ways(subject, world, calls, patience, excused))
        for way in patience.each(ways):
            hosts = inside_hosts(mark_of(subject), public=way.host, public_address=PUBLIC_ADDRESS)
            for address in patience.each(hosts):
                _judge_address(subject, world, way, address)
            _judge_redirects(subject, world, way)
        reached = _judge_parts(subject, world, calls, ways, patience)
    for claim in excused:
        raise claim.not_judged()
    if not ways and not reached:
        raise NotApplicable("No argument of the tool decides where a request goes.")


@check(
    family="injection",
    level="MUST",
    source="CWE-73: external control of file name or path, by file: URLs",
    codes={"file_url_read": "A URL makes the tool read a local file."},
)
def local_schemes_are_refused(subject: Subject) -> None:
    """No URL in an argument makes the tool read a local file.

    ``urlopen`` opens ``file:`` URLs as well as ``https:`` URLs, so a tool that fetches pages can read keys. The check
    passes URLs of a planted file outside the workspace and fails if the tool opens it or returns its content.

    Not judged: arguments that are described as paths, or as taking ``file:``.
    """
    _leave_local_tools(subject)
    secret = subject.sandbox.outside / "secret.txt"
    patience = subject.patience()
    with NetworkCanary() as world:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
        ways = list(_ways(subject, world, calls, patience, []))
        taken = [way.point for way in ways if way.form != "{host}"]
        taken += [point for point in _url_points(subject, calls) if point not in taken]
        found = without_meant(subject, taken, takes_local_files)
        for point, url in patience.each((one, url) for one in found.judged for url in local_urls(str(secret))):
            arguments = point.with_text(url)
            with AuditLog() as audit:
                outcome = call(subject, arguments)
            came_back = subject.sandbox.canaries["outside"] in f"{outcome.returned!r}{outcome.payload_text}"
            if came_back or has_opened(audit, secret):
                raise point.finding(
                    "file_url_read",
                    f"Given {url!r} in {point.slot.shown!r}, the tool "
                    f"{'returned' if came_back else 'opened'} the file. Accept only the schemes http and https.",
                    arguments,
                )
        if not taken:
            raise NotApplicable("No argument of the tool decides where a request goes.")
        if not ways:
            raise_unless_answered(subject)
    found.raise_for_excused()


def _url_points(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[InjectionPoint]:
    """Yield the arguments that may be opened as a URL although no request was seen; the tool may refuse all hosts."""
    opens = not _OPENERS.isdisjoint(mined_constants(subject.tool).names)
    for point in injection_points(calls, subject.schema):
        if point.slot.role is Role.URL or (opens and point.slot.role not in PATH_ROLES):
            yield point


def _leave_local_tools(subject: Subject) -> None:
    claim = is_for_local_services(subject.facts)
    if claim:
        raise claim.not_judged()


def _ways(
    subject: Subject,
    world: NetworkCanary,
    calls: list[dict[str, Any]],
    patience: Patience,
    excused: list[Claim],
) -> Iterator[_Way]:
    """Yield the arguments that decide where a request goes; append the claims that excuse one to *excused*."""
    hosts = list(_hosts_in_code(subject))
    done: list[InjectionPoint] = []
    forms = ((point, *form) for point in injection_points(calls, subject.schema) for form in _forms(point, hosts))
    for point, form, host in patience.each(forms):
        if point in done or not _reaches(subject, world, point, form, host):
            continue
        done.append(point)
        if form == "{host}":
            if not world.requests:
                continue
            if looks := looks_at_hosts(subject.facts):
                excused.append(looks)
                continue
        is_any = host == _ELSEWHERE or _reaches(subject, world, point, form, _ELSEWHERE)
        yield _Way(point, form, host, is_any)


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
    yield "https://{host}{path}", _ELSEWHERE
    yield "http://{host}{path}", _ELSEWHERE
    yield "{host}", _ELSEWHERE
    yield "{host}", PUBLIC_ADDRESS
    for host in hosts[:_MAX_HOSTS]:
        yield "https://{host}{path}", host
        yield "http://{host}{path}", host


def _reaches(subject: Subject, world: NetworkCanary, point: InjectionPoint, form: str, host: str) -> bool:
    """Return whether the tool, given a public host, connects to the fresh address of that host."""
    world.clear()
    address = PUBLIC_ADDRESS
    if host != PUBLIC_ADDRESS:
        # A unique address distinguishes the host from one that the tool always contacts.
        address = f"93.184.{subject.random.randrange(1, 250)}.{subject.random.randrange(1, 250)}"
        world.names.answers[host] = [address]
    call(subject, point.with_text(form.replace("{host}", host).replace("{path}", "/")))
    return any(contact.address == address for contact in world.contacts)


def _judge_address(subject: Subject, world: NetworkCanary, way: _Way, address: Address) -> None:
    if address.answers:
        world.names.answers[address.host] = list(address.answers)
    host = address.host.strip("[]") if way.form == "{host}" else address.host
    _judge_text(subject, world, way.point, way.text(host), address.way)


def _judge_redirects(subject: Subject, world: NetworkCanary, way: _Way) -> None:
    """Judge redirects from a public host; for a tool that accepts some hosts only, from one of these."""
    scheme, _, rest = way.form.partition("://")
    if not rest:
        return
    host = _ELSEWHERE if way.is_any else way.host
    mark, ending = mark_of(subject), PurePosixPath(rest.partition("/")[2]).suffix
    paths = [f"/{mark}{hops}{ending}" for hops in (1, 2)]
    world.redirects.update({paths[0]: "http://127.0.0.1/", paths[1]: f"{scheme}://{host}{paths[0]}"})
    for hops, path in enumerate(paths, 1):
        text = f"{scheme}://{host}{path}"
        _judge_text(subject, world, way.point, text, f"a public page that redirects to localhost in {hops} steps")


def _judge_parts(
    subject: Subject, world: NetworkCanary, calls: list[dict[str, Any]], ways: list[_Way], patience: Patience
) -> bool:
    """Try parts of URLs in the arguments of calls that reach a public host; return whether any call reaches one."""
    reaching = []
    for arguments in patience.each(calls):
        world.clear()
        call(subject, arguments)
        if any(not contact.is_inside for contact in world.contacts):
            reaching.append(arguments)
    judged = {way.point.slot.steps for way in ways}
    found = list(injection_points(reaching, subject.schema)) if reaching else []
    parts = ((point, part) for point in found if point.slot.steps not in judged for part in INSIDE_PARTS)
    for point, part in patience.each(parts):
        _judge_text(subject, world, point, part, "a part of a URL that replaces its host")
    return bool(reaching)


def _judge_text(subject: Subject, world: NetworkCanary, point: InjectionPoint, text: str, way: str) -> None:
    world.clear()
    arguments = point.with_text(text)
    call(subject, arguments)
    inside = next((contact for contact in world.contacts if contact.is_inside), None)
    if inside is not None:
        raise point.finding(
            "server_side_request_forgery",
            f"Given {text!r} in {point.slot.shown!r}, {way}, the tool connected to {inside.address}. Resolve the "
            "host once, refuse addresses that are not global, connect to that address, and check each redirect.",
            arguments,
        )
