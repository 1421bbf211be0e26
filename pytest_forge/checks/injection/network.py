"""Checks of requests: a URL in an argument leads to the public network only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NoReturn

from ...oracles.name_service import PUBLIC_ADDRESS
from ...profile.claim import Claim
from ...profile.local_addresses import is_for_local_services, looks_at_hosts, takes_local_files
from ...profile.roles import PATH_ROLES, Role
from ...strategies.mined_constants import mined_constants
from ...strategies.payloads.addresses import INSIDE_PARTS, inside_hosts, local_urls
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.asking import shown
from ..calls.plausible_calls import plausible_calls
from ..calls.working import raise_unless_asked
from ..check import check
from .attempts import needs_files
from .excused import without_meant
from .injection_point import InjectionPoint, injection_points, mark_of, text_points
from .networks import OwnNetwork, ServerNetwork, network_of
from .request_ways import ELSEWHERE, RequestWay, request_ways
from .secret_file import SecretFile

__all__ = ["local_schemes_are_refused", "requests_stay_public"]

_MAX_CALLS = 6
_HOST_ROLES = (Role.URL, Role.HOST, Role.IP_ADDRESS)
#: Notations of the loopback address.
_LOOPBACK = (
    "127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]",  # noqa: S104
)  # fmt: skip
#: Functions that open ``file:`` URLs as well as ``https:`` URLs.
_OPENERS = frozenset({"urlopen", "urlretrieve", "build_opener", "FancyURLopener", "URLopener", "url2pathname"})
#: URLs of local files for an argument of a server that is not named for URLs.
_FEW_URLS = 2


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
    names whose address changes between check and connection. It fails if the tool tries to connect to one. Servers get
    internal addresses only, and notations of the loopback address with a port on which the check listens.

    Not judged: tools that are for local services by their own description, and raw connections of functions to a given
    host.
    """
    _leave_local_tools(subject)
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    points = list(injection_points(calls, subject.schema))
    patience = subject.patience()
    excused: list[Claim] = []
    with network_of(subject) as network:
        if isinstance(network, ServerNetwork):
            _judge_loopback(subject, network, points, patience, excused)
        ways = list(request_ways(subject, network, points, patience, excused))
        for way in patience.each(ways):
            hosts = inside_hosts(mark_of(subject), public=way.domain, public_address=PUBLIC_ADDRESS)
            for address in patience.each(hosts):
                if not address.answers or network.resolves(address.host, address.answers):
                    host = address.host.strip("[]") if way.form == "{host}" else address.host
                    _judge_text(network, way.point, way.text(host), address.way)
            _judge_redirects(subject, network, way)
        reaches = _judge_parts(subject, network, calls, ways, patience)
    for claim in excused:
        raise claim.not_judged()
    is_named = subject.is_served and any(point.slot.role in _HOST_ROLES for point in points)
    if is_named:
        # The server may refuse the hosts that were tried, or fail for another reason.
        raise_unless_asked(subject)
    elif not ways and not reaches:
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
    needs_files(subject)
    _leave_local_tools(subject)
    patience = subject.patience()
    with network_of(subject) as network, SecretFile(subject) as secret:
        points = text_points(subject)
        ways = list(request_ways(subject, network, points, patience, []))
        reaching = [way.point for way in ways]
        taken = [way.point for way in ways if way.form != "{host}"]
        taken += [point for point in _url_points(subject, points) if point not in taken]
        found = without_meant(subject, taken, takes_local_files)
        for point, url in patience.each(_file_urls(subject, found.judged, reaching, str(secret.path))):
            arguments = point.with_text(url)
            way = secret.way_of_reading(arguments, control=point.arguments)
            if way:
                raise point.finding(
                    "file_url_read",
                    f"Given {url!r} in {point.slot.shown!r}, the tool read a local file, {way}. Accept only the "
                    "schemes http and https.",
                    arguments,
                )
    is_named = any(point.slot.role is Role.URL for point in taken)
    if not taken or (subject.is_served and not ways and not is_named):
        raise NotApplicable("No argument of the tool decides where a request goes.")
    if subject.is_served:
        raise_unless_asked(subject)
    elif not ways:
        raise_unless_answered(subject)
    found.raise_for_excused()


def _file_urls(
    subject: Subject, found: list[InjectionPoint], reaching: list[InjectionPoint], path: str
) -> Iterator[tuple[InjectionPoint, str]]:
    """Yield URLs of a file in each argument; few in one of a server that is neither named for URLs nor reaches one."""
    for point in found:
        is_likely = not subject.is_served or point.slot.role is Role.URL or point in reaching
        yield from ((point, url) for url in list(local_urls(path))[: None if is_likely else _FEW_URLS])


def _url_points(subject: Subject, points: list[InjectionPoint]) -> Iterator[InjectionPoint]:
    """Yield the arguments that may be opened as a URL although no request was seen; the tool may refuse all hosts."""
    opens = subject.is_served or not _OPENERS.isdisjoint(mined_constants(subject.tool).names)
    for point in points:
        if point.slot.role is Role.URL or (opens and point.slot.role not in PATH_ROLES):
            yield point


def _leave_local_tools(subject: Subject) -> None:
    claim = is_for_local_services(subject.facts)
    if claim:
        raise claim.not_judged()


def _judge_loopback(
    subject: Subject, network: ServerNetwork, found: list[InjectionPoint], patience: Patience, excused: list[Claim]
) -> None:
    """Judge whether a server connects to our port; append the claim that excuses it to *excused*."""
    mark, looks = mark_of(subject), looks_at_hosts(subject.facts)
    for point, form, host in patience.each(_loopback_texts(found)):
        is_url = form != "{place}"
        text = form.format(place=f"{host}:{network.port}", mark=mark)
        if not network.hears(point.with_text(text), mark if is_url else ""):
            continue
        if looks and not is_url:
            if looks not in excused:
                excused.append(looks)
            continue
        # Show a fixed port, because the real one differs in each run.
        _raise_finding(point, text.replace(str(network.port), "8000"), "this machine", "127.0.0.1")


def _loopback_texts(found: list[InjectionPoint]) -> Iterator[tuple[InjectionPoint, str, str]]:
    """Yield an argument, the form of a URL or host, and a loopback address; only one if it is not named for a host."""
    for point in sorted(found, key=lambda point: point.slot.role not in _HOST_ROLES):
        is_named = point.slot.role in _HOST_ROLES
        for host in _LOOPBACK if is_named else _LOOPBACK[:1]:
            if not is_named or point.slot.role is Role.URL:
                yield point, "http://{place}/{mark}", host
            if point.slot.role is not Role.URL:
                yield point, "{place}", host


def _judge_redirects(subject: Subject, network: OwnNetwork, way: RequestWay) -> None:
    """Judge redirects from a public host; for a tool that accepts some hosts only, from one of these."""
    scheme, _, rest = way.form.partition("://")
    if not rest or subject.is_served:
        # No public host answers a server in the sandbox.
        return
    host = ELSEWHERE if way.is_any else way.host
    mark, ending = mark_of(subject), PurePosixPath(rest.partition("/")[2]).suffix
    paths = [f"/{mark}{hops}{ending}" for hops in (1, 2)]
    network.canary.redirects.update({paths[0]: "http://127.0.0.1/", paths[1]: f"{scheme}://{host}{paths[0]}"})
    for hops, path in enumerate(paths, 1):
        text = f"{scheme}://{host}{path}"
        _judge_text(network, way.point, text, f"a public page that redirects to localhost in {hops} steps")


def _judge_parts(
    subject: Subject, network: OwnNetwork, calls: list[dict[str, Any]], ways: list[RequestWay], patience: Patience
) -> bool:
    """Try parts of URLs in the arguments of calls that reach a public host; return whether any call reaches one."""
    reaching = [arguments for arguments in patience.each(calls) if network.asks(arguments)]
    judged = {way.point.slot.steps for way in ways}
    found = list(injection_points(reaching, subject.schema)) if reaching else []
    parts = ((point, part) for point in found if point.slot.steps not in judged for part in INSIDE_PARTS)
    for point, part in patience.each(parts):
        _judge_text(network, point, part, "a part of a URL that replaces its host")
    return bool(reaching)


def _judge_text(network: OwnNetwork, point: InjectionPoint, text: str, way: str) -> None:
    inside = network.inside(point.with_text(text))
    if inside:
        _raise_finding(point, text, way, inside)


def _raise_finding(point: InjectionPoint, text: str, way: str, address: str) -> NoReturn:
    raise point.finding(
        "server_side_request_forgery",
        f"Given {shown(text)} in {point.slot.shown!r}, {way}, the tool connected to {address}. Resolve the "
        "host once, refuse addresses that are not global, connect to that address, and check each redirect.",
        point.with_text(text),
    )
