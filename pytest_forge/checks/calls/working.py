"""Working: whether a server's tool works here at all, and the error for one that does not.

A check that finds no defect has proven nothing if none of its calls worked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from ...oracles.audit import audit_event
from ...profile.offline import says_offline
from ...regex import regex
from ...targets.mcp.unusable import names_refusal
from ...targets.outcome import Outcome
from ...targets.subject import HAS_WORKED, Subject
from ...verdict import NotApplicable, NothingWorks
from .asking import reply_to, served_tool
from .preparation.set_up import set_up_calls
from .quoted_words import quoted_words
from .sandbox_cause import NO_NETWORK, first_protected, way_out

__all__ = ["raise_for_no_reply", "raise_unless_asked", "sandbox_refusal", "working_replies"]

_PATH = regex(r"(?<![\w.:/])/[^\s'\"`<>|]+")
_POINT_ELSEWHERE = (
    "The sandbox lets a server write to {workspace}, {tmp} and {home} only. Point it there, by an argument of its "
    "command or by --env NAME={workspace}/FILE."
)
_SET_UP = (
    "Set it up: pass variables with --env NAME=VALUE, its folder as {workspace} in the command, "
    "or give the fields of its schema examples."
)


def working_replies(subject: Subject, calls: Iterable[Mapping[str, Any]], *, most: int = 3) -> list[Outcome]:
    """Make calls until some have succeeded, and return their replies.

    A tool of which a call has worked before gets a server that has just been started, if none works.

    Raises:
        NothingWorks: If none did.
        NotApplicable: If one did not return.
        ServerLostError: If a call ended the server.
    """
    calls = list(calls)
    try:
        return _working_replies(subject, calls, most)
    except NothingWorks:
        if subject.facts.tier == "read" or not subject.notes.get(HAS_WORKED):
            raise
    # What the call needs may be used up.
    subject.renew()
    return _working_replies(subject, calls, most)


def _working_replies(subject: Subject, calls: Sequence[Mapping[str, Any]], most: int) -> list[Outcome]:
    found: list[Outcome] = []
    failed: Outcome | None = None
    # A call of a writer may work only once.
    is_shared = subject.facts.tier == "read"
    for call in calls:
        reply = reply_to(subject, call) if is_shared else subject.call(call)
        if reply.answer is None and not found:
            raise NotApplicable("A plausible call did not return in time; see call_returns.")
        if reply.answer is None:
            subject.has_left(1, is_hung=True)
            break
        if reply.succeeded:
            found.append(reply)
            if len(found) == most:
                break
        elif failed is None:
            failed, is_offline = reply, _is_offline(subject, reply)
    if failed is None and not found:
        raise NothingWorks("No plausible call could be made.")
    if failed is not None and not found:
        raise NothingWorks(_why_none_worked(subject, failed, is_offline=is_offline))
    return found


def raise_for_no_reply(subject: Subject, replies: Sequence[Outcome]) -> NoReturn:
    """Report why no ordinary call of a server's tool worked.

    Raises:
        NothingWorks: If every call failed.
        NotApplicable: If one did not return.
    """
    if any(reply.answer is None for reply in replies):
        raise NotApplicable("A plausible call did not return in time; see call_returns.")
    raise NothingWorks(_why_none_worked(subject, replies[0], is_offline=_is_offline(subject, replies[0])))


def raise_unless_asked(subject: Subject) -> None:
    """Raise unless an ordinary call works, or fails because it tried to use the closed network.

    Raises:
        NothingWorks: If calls fail for another reason, so that they may never reach the network.
        NotApplicable: If one did not return.
    """
    calls = set_up_calls(subject)
    if subject.notes.get(HAS_WORKED) or any(_is_offline(subject, subject.call(call)) for call in calls[:2]):
        return
    working_replies(subject, calls, most=1)


def sandbox_refusal(subject: Subject, reply: Outcome) -> str:
    """Return what the sandbox refused to the server in a call, with the way out; "" if it refused nothing."""
    if reply.succeeded or not names_refusal(reply.text) or served_tool(subject).server.address.url:
        return ""
    found = first_protected((match[0].rstrip(".,:;)]") for match in _PATH.finditer(reply.text)), subject.sandbox)
    return "" if found is None else way_out(found)


def _is_offline(subject: Subject, reply: Outcome) -> bool:
    """Return whether the latest call failed after it tried to connect, or says that the network is closed."""
    inside = served_tool(subject).server.inside
    if reply.succeeded or says_offline(reply.text) or inside is None or not inside.is_seeing:
        return says_offline(reply.text)
    events = (audit_event(*event) for event in inside.read() or ())
    return any(event is not None and event.action == "connect" for event in events)


def _why_none_worked(subject: Subject, reply: Outcome, *, is_offline: bool) -> str:
    said = quoted_words(reply.text, subject.sandbox) or "nothing"
    error = f"No plausible call worked; the server says: {said}."
    if served_tool(subject).server.address.url:
        return f"{error} {_SET_UP}"
    if names_refusal(reply.text):
        return f"{error} {sandbox_refusal(subject, reply) or _POINT_ELSEWHERE}"
    return f"{error} {NO_NETWORK if is_offline else _SET_UP}"
