"""Requests of a server: a URL or host in an argument does not lead to its own machine or to local files."""

from __future__ import annotations

from collections.abc import Iterator

from ...oracles.loopback_canary import LoopbackCanary
from ...oracles.secret_search import find_canary
from ...profile.local_addresses import is_for_local_services, looks_at_hosts, takes_local_files
from ...profile.roles import PATH_ROLES, Role
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.asking import own_server, served_tool, shown, tried
from ..calls.reading import WatchedCalls
from ..calls.working import raise_unless_asked
from ..check import served
from ..injection.excused import without_meant
from ..injection.injection_point import InjectionPoint, mark_of, text_points

__all__ = ["local_schemes_are_refused", "requests_stay_public"]

#: Notations of the loopback address.
_LOOPBACK = (
    "127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]",  # noqa: S104
)  # fmt: skip
_HOST_ROLES = (Role.URL, Role.HOST, Role.IP_ADDRESS)
#: Prefixes that turn a path into a file URL.
_FILE_URLS = ("file://", "file:", "file://localhost", "FILE://", "")


@served("requests_stay_public")
def requests_stay_public(subject: Subject) -> None:
    """No URL or host in an argument makes the server connect to its own machine.

    The check listens on a loopback port, sends its address in several notations, and fails if the server connects.
    """
    served_tool(subject)
    local = is_for_local_services(subject.facts)
    if local:
        raise local.not_judged()
    found = text_points(subject)
    patience = subject.patience()
    mark = mark_of(subject)
    looks, excused = looks_at_hosts(subject.facts), False
    with LoopbackCanary() as canary:
        for point, form, host in patience.each(_loopback_texts(found)):
            text = form.replace("{place}", f"{host}:{canary.port}").replace("{mark}", mark)
            tried(subject, point.with_text(text))
            is_url = text.startswith("http")
            if not canary.heard(mark if is_url else ""):
                continue
            if looks and not is_url:
                excused = True
                continue
            # Show a fixed port, because the real one differs in each run.
            text = text.replace(str(canary.port), "8000")
            raise point.finding(
                "server_side_request_forgery",
                f"Given {shown(text)} in {point.slot.shown!r}, the server connected to its own machine. "
                "Resolve the host, and refuse loopback and private addresses.",
                point.with_text(text),
            )
    if excused:
        raise looks.not_judged()
    if not any(point.slot.role in _HOST_ROLES for point in found):
        raise NotApplicable("No argument names a host.")
    raise_unless_asked(subject)


def _loopback_texts(found: list[InjectionPoint]) -> Iterator[tuple[InjectionPoint, str, str]]:
    """Yield an argument, the form of a URL or host, and a loopback address; only one if it is not named for a host."""
    url, bare = "http://{place}/{mark}", "{place}"
    for point in sorted(found, key=lambda point: point.slot.role not in _HOST_ROLES):
        is_named = point.slot.role in _HOST_ROLES
        for host in _LOOPBACK if is_named else _LOOPBACK[:1]:
            if not is_named or point.slot.role is Role.URL:
                yield point, url, host
            if point.slot.role is not Role.URL:
                yield point, bare, host


@served("local_schemes_are_refused")
def local_schemes_are_refused(subject: Subject) -> None:
    """No URL in an argument makes the server read a local file.

    The check sends ``file:`` URLs of a planted file outside. It fails if an answer contains the file's content, or, on
    Linux, if the server reads the file.
    """
    own_server(subject)
    local = is_for_local_services(subject.facts)
    if local:
        raise local.not_judged()
    every = [point for point in text_points(subject) if point.slot.role not in PATH_ROLES]
    is_named = any(point.slot.role is Role.URL for point in every)
    found = without_meant(subject, every, takes_local_files)
    secret = subject.sandbox.outside / "secret.txt"
    patience = subject.patience()
    starts = [
        (point, start)
        for point in found.judged
        for start in (_FILE_URLS if point.slot.role is Role.URL else _FILE_URLS[:2])
    ]
    with WatchedCalls(subject, [secret]) as calls:
        for point, start in patience.each(starts):
            text = f"{start}{secret}"
            arguments = point.with_text(text)
            reply, read = calls.ask(arguments)
            is_shown = find_canary(subject.sandbox.canaries["outside"], reply.body) is not None
            if is_shown or (read and calls.reads_again(arguments, read, control=point.arguments)):
                how = "" if is_shown else ", although its answer does not show it"
                raise point.finding(
                    "file_url_read",
                    f"Given {shown(text)} in {point.slot.shown!r}, the tool read a local file{how}. "
                    "Accept only the schemes http and https.",
                    arguments,
                )
    if not is_named:
        raise NotApplicable("No argument is a URL.")
    raise_unless_asked(subject)
    found.raise_for_excused()
