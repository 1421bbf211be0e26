"""The check of a read-only tool's network traffic: it may query, but not change anything."""

from __future__ import annotations

import os
import socket
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote_plus, urlsplit

from ...oracles.audit import AuditEvent
from ...oracles.sent_requests import SentRequest, sent_requests
from ...profile.claim import Claim
from ...profile.network import asks, reaches_out, tells_only, tells_only_by_host
from ...strategies.workspace_files import path_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.candidates import judge_candidates
from ..calls.excuses import Excuses
from ..calls.fake_sleep import fake_sleep
from ..calls.walk import Monitor, Step, monitors
from ..check import check
from .observed_calls import Observed, effect_calls, observe, raise_unless_reached, smallest_call

__all__ = ["readers_send_no_orders"]

_ASKING = frozenset({"GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT", "SEARCH", "TRACE", "CONNECT", "QUERY"})


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Read observes",
    codes={
        "reader_sent": "A tool with the tier read sends a request that is not a query.",
    },
)
def readers_send_no_orders(subject: Subject) -> None:
    """A tool with the tier read sends queries at most: no changes, no mail, and no content of files.

    Fetching a page or a record leaves it unchanged, so it is a read. A POST, PUT, PATCH or DELETE changes something
    elsewhere without approval, and a tool for local files that connects to a host may leak their content.

    The sandbox has no network; requests are seen before they are sent, in http.client, urllib, urllib3, requests,
    httpx, aiohttp and smtplib.

    Not judged: a POST that queries (a search, a GraphQL query, a model's answer, a token), if the tool declares
    posts_questions or the address contains such a word; connections of tools that declare open_world, or whose name,
    description or arguments mention a network.
    """
    if subject.facts.tier != "read":
        raise NotApplicable("The tool is not declared read-only.")
    excuses = Excuses()
    calls = effect_calls(subject)
    # Tools often import their client in the first call; its requests are seen from the second one on.
    with fake_sleep():
        outcomes = [subject.call(calls[0])]
    for call in subject.patience().each(calls):
        did, observed = _watched(subject, call, excuses)
        outcomes.append(observed.outcome)
        if did:
            raise _finding(did, smallest_call(subject, call, lambda fewer: bool(_watched(subject, fewer, excuses)[0])))
        if observed.outcome.timed_out:
            break

    def judge(call: dict[str, Any]) -> None:
        did, _ = _watched(subject, call, excuses)
        if did:
            raise _finding(did, call)

    judge_candidates(subject, "readers_send_no_orders", judge)
    raise_unless_reached(outcomes)
    excuses.tell()


def _finding(did: str, call: Mapping[str, Any]) -> CheckFailure:
    return CheckFailure(
        "reader_sent",
        f"The tool is declared read-only, but it {did}. Declare the tier 'write', or remove the request.",
        arguments=call,
    )


@monitors("readers_send_no_orders")
def _monitor_readers(subject: Subject) -> Monitor | None:
    if subject.facts.tier != "read":
        return None

    def look(step: Step) -> str | None:
        for request in step.sent:
            return f"{request.method} {urlsplit(request.url).netloc}"
        connects = (event for event in step.events if event.action == "connect" and not _is_about_this_machine(event))
        return next((f"{event.event} {event.paths[:1]}" for event in connects), "")

    return look


def _watched(subject: Subject, call: object, excuses: Excuses) -> tuple[str, Observed]:
    """Make a call; return its forbidden network use as a verb phrase, "" for none, and the observed effects."""
    with sent_requests() as sent:
        observed = observe(subject, call)  # type: ignore[arg-type]
    return next(_orders(subject, observed, sent, excuses), ""), observed


def _orders(subject: Subject, observed: Observed, sent: list[SentRequest], excuses: Excuses) -> Iterator[str]:
    """Yield a call's forbidden network uses as verb phrases; note those that a word excuses."""
    outside = reaches_out(subject.facts)
    for request in sent:
        host = urlsplit(request.url).netloc.rpartition("@")[2]
        if request.method == "MAIL":
            yield f"connected to the mail server {host or request.url!r}"
            continue
        if request.method not in _ASKING:
            question = asks(subject.facts, method=request.method, url=request.url, body=request.body)
            if not question:
                yield f"sent a {request.method} request to {host!r}"
            _note(question, excuses)
        if _holds_content(subject, request):
            yield f"sent the content of a file to {host!r}"
        elif tells_only(request.url) and observed.outcome.succeeded:
            # It returned a result although the network is closed, so it did not need the request.
            if not outside:
                yield f"sent a request to {host!r} that it does not need for its result"
            _note(outside, excuses)
    about_files = subject.facts.workspace_root_aware or bool(path_arguments(subject.schema))
    for event in observed.events:
        if event.action == "connect" and not _is_about_this_machine(event) and (about_files or _is_own(event)):
            target = ", ".join(event.paths)[:60]
            if not outside:
                yield f"connected to {target!r}, which neither its description nor its arguments mention"
            _note(outside, excuses)
    if outside:
        yield from _unneeded_hosts(subject, observed)


def _note(claim: Claim, excuses: Excuses) -> None:
    # A declared fact settles the question; only a guess leaves it open.
    if claim.source == "guessed":
        excuses.note(claim)


def _unneeded_hosts(subject: Subject, observed: Observed) -> Iterator[str]:
    """Yield contacted hosts that the call does not mention or need; it succeeded although the network is closed."""
    if not observed.outcome.succeeded:
        return
    spoken = (
        f"{subject.facts.name} {subject.facts.description} {subject.schema!r} {observed.outcome.arguments!r}".lower()
    )
    for event in observed.events:
        host = event.paths[0].partition(":")[0].lower() if event.paths else ""
        if event.action == "connect" and tells_only_by_host(host) and host not in spoken:
            yield f"connected to {host!r}, which neither the call nor the description mentions or needs"


def _holds_content(subject: Subject, request: SentRequest) -> bool:
    text = f"{unquote_plus(request.url)}\n{unquote_plus(request.body)}"
    for path in sorted(subject.sandbox.workspace.glob("*.*"))[:40]:
        try:
            lines = path.read_text("utf-8").splitlines()[:20]
        except (OSError, UnicodeDecodeError):
            continue
        if any(len(line.strip()) > 11 and line.strip() in text for line in lines):
            return True
    return False


def _is_about_this_machine(event: AuditEvent) -> bool:
    # The tool's own workers also use sockets, and resolving the machine's own name does not use the network.
    names = {socket.gethostname(), "localhost", "127.0.0.1", "::1", "0.0.0.0", ""}  # noqa: S104  # compared only
    return event.event == "socket.bind" or all(name in names for name in event.paths)


def _is_own(event: AuditEvent) -> bool:
    """Return whether the author's own code opened the connection, without a library in between."""
    callers = [name for name in event.asked_by if name.partition(".")[0] not in ("socket", "ssl", "asyncio", "_socket")]
    file = getattr(sys.modules.get(callers[0]), "__file__", None) if callers else None
    if file is None:
        return False
    libraries = [os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]
    return not os.path.realpath(file).startswith(tuple(libraries))
