"""How a server bears what its tools' schemas allow: without a bug, without end, and whatever shape a model chooses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from ...profile.bug_messages import bug_in_text
from ...strategies.calls.llm_shaped import llm_shaped_arguments
from ...strategies.roles import Role, role_of
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.asked_wait import is_asked_wait
from ..check import served
from .asking import Reply, ask, seconds_of, shown, silence_of, tried
from .edge_replies import edge_replies
from .furnishing import furnished_calls
from .working import needs_working_call, working_replies

_MAX_CALLS = 60
_PATIENCE = 3.0
#: Under which the notes of a tool hold the calls of `valid_calls_do_not_crash` that were not answered in time, and how
#: many were.
_UNANSWERED, _ANSWERED = "unanswered", "answered"
#: How the SDK of Python answers, with nothing behind it, when a tool has raised what it did not mean for a model.
_UNTOLD = re.compile(r"Error executing tool (?P<tool>[\w./-]+)(?:: Error executing tool [\w./-]+)*\.?\s*")
#: How SDKs of Python show a KeyError that nobody caught: its text is the bare key.
_BARE_KEY = re.compile(r"(?:Error executing tool [\w./-]+: )?'[^'\n]*'\s*")
#: JSON-RPC's code for what went wrong in the server itself, and a message that says no more.
_INTERNAL = -32603
_NO_REASON = re.compile(
    r"\W*(?:an? )?(?:internal|unexpected|unknown)(?: server)? (?:error|exception)\W*", re.IGNORECASE
)
_UNKNOWN = re.compile(
    r"(?:unknown|unsupported|unrecogni[sz]ed|invalid|not (?:supported|implemented|recogni[sz]ed))\b", re.IGNORECASE
)


@served("valid_calls_do_not_crash")
@needs_working_call
def valid_calls_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows is answered with what an interpreter says of a bug."""
    unanswered: list[dict[str, Any]] = []
    answered, patience = 0, subject.patience()
    for reply in edge_replies(subject, patience):
        if reply.answer is None:
            # To tell of a bug takes some servers longer than anything else.
            reply = ask(subject, reply.arguments, call_s=_PATIENCE * subject.call_s)
        if reply.answer is None and is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
            continue
        if reply.answer is None:
            unanswered.append(reply.arguments)
            break
        answered += 1
        if _is_untold(subject, reply):
            raise CheckFailure(
                "untold_crash",
                f"A call that the schema allows was answered with {shown(reply.text)} and no reason, as the SDK does "
                "when a tool raises what it did not expect. Expect the value, or raise ToolError with a sentence.",
                arguments=reply.arguments,
            )
        bug = _bug_in(subject, reply)
        if bug:
            raise CheckFailure(
                "crash",
                f"A call that the schema allows was answered with {shown(bug)}, which is a bug. "
                "Expect every value that the schema allows.",
                arguments=reply.arguments,
            )
    if unanswered or patience.has_time_to_shorten:
        subject.notes.update({_UNANSWERED: unanswered, _ANSWERED: answered})
    if unanswered:
        raise FollowsFinding("Not judged: a call was not answered, see valid_calls_return.", check="valid_calls_return")


@served("valid_calls_return")
@needs_working_call
def valid_calls_return(subject: Subject) -> None:
    """No call that the schema allows goes without an answer."""
    known = subject.notes.get(_UNANSWERED)
    if known is not None:
        # The same calls have all been made, and only these were left without an answer.
        known = known or furnished_calls(subject)[:1]
        subject.has_seen(subject.notes.get(_ANSWERED, 0))
    replies = edge_replies(subject) if known is None else (Reply(call, None, 0.0) for call in known)
    for reply in replies:
        if reply.answer is None:
            if is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
                continue
            again = ask(subject, reply.arguments, call_s=_PATIENCE * subject.call_s)
            if again.answer is None:
                advice = "Answer each request with its own id." if again.stray else "Bound the work, or the schema."
                raise CheckFailure(
                    "endless_call",
                    f"{silence_of(again, _PATIENCE * subject.call_s)} The schema allows it. {advice}",
                    arguments=reply.arguments,
                )


@served("wrong_shapes_are_refused")
@needs_working_call
def wrong_shapes_are_refused(subject: Subject) -> None:
    """Arguments in a shape that models mistakenly send are answered, and not with a bug."""
    calls = [shaped.arguments for shaped in llm_shaped_arguments(subject.schema, limit=200)]
    step = max(1, len(calls) // _MAX_CALLS)
    if not calls:
        raise NotApplicable("The schema leaves models nothing to mistake.")
    furnished_calls(subject, limit=2)
    for call in subject.patience().each(calls[::step]):
        reply = tried(subject, call)
        bug = _bug_in(subject, reply)
        if bug:
            raise CheckFailure(
                "crash",
                f"Arguments in a mistaken shape were answered with {shown(bug)}, which is a bug. "
                "Validate arguments by the schema first.",
                arguments=reply.arguments,
            )


@served("choices_are_handled")
def choices_are_handled(subject: Subject) -> None:
    """Every value that the schema offers by name is one the tool knows."""
    choices = [
        (name, value)
        for name, node in _properties(subject).items()
        if isinstance(node, Mapping) and isinstance(node.get("enum"), list) and len(node["enum"]) > 1
        for value in node["enum"][:20]
    ]
    if not choices:
        raise NotApplicable("No argument offers values by name.")
    control = working_replies(subject, furnished_calls(subject), most=1)[0]
    for name, value in subject.patience().each(choices):
        reply = tried(subject, {**control.arguments, name: value})
        text = "" if reply.succeeded else reply.text
        named = _UNKNOWN.search(text) and str(value) in text
        if named or _bug_in(subject, reply):
            raise CheckFailure(
                "unhandled_choice",
                f"The schema offers {value!r} for {name!r}, and the tool answers {shown(text)}. "
                "Handle it, or do not offer it.",
                about=name,
                arguments=reply.arguments,
            )


def _bug_in(subject: Subject, reply: Reply) -> str:
    """Return the words of a bug in an error; empty if there are none that were not sent.

    What is said of an expression or of code that was given is the answer to it.
    """
    if reply.answer is None or reply.succeeded:
        return ""
    text = reply.text
    if isinstance(reply.body, dict) and reply.body.get("code") == _INTERNAL and _NO_REASON.fullmatch(text):
        return f"{text} ({_INTERNAL})"
    found = bug_in_text(text)
    if found is not None and found[0] not in str(reply.arguments) and not _is_run(subject, reply):
        start = text.rfind("\n", 0, found.start()) + 1
        return text[start:].splitlines()[0].strip()
    return text.strip() if _BARE_KEY.fullmatch(text) else ""


def _is_run(subject: Subject, reply: Reply) -> bool:
    properties = _properties(subject)
    roles = (role_of(name, node) for name in reply.arguments if isinstance(node := properties.get(name), Mapping))
    return any(role in (Role.EXPRESSION, Role.CODE) for role in roles)


def _is_untold(subject: Subject, reply: Reply) -> bool:
    told = _UNTOLD.fullmatch(reply.text) if reply.answer is not None and not reply.succeeded else None
    return told is not None and told["tool"] == subject.facts.name


def _properties(subject: Subject) -> Mapping[str, Any]:
    properties = subject.schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}
