"""Robustness of a server: valid calls and typical mistakes of models cause no bugs and no hangs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...profile.bug_messages import bug_in_text
from ...profile.roles import Role, role_of
from ...profile.sdk_messages import gives_no_reason, is_bare_error, is_bare_key
from ...profile.unknown_values import says_unknown
from ...strategies.calls.llm_shaped import llm_shaped_arguments
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.answered import needs_answer
from ..calls.asked_wait import is_asked_wait
from ..calls.asking import seconds_of, shown, silence_of, tried
from ..calls.edge_replies import edge_replies
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import served

_MAX_CALLS = 60
_PATIENCE = 3.0
#: Keys of notes by `valid_calls_do_not_crash`: the calls without an answer in time, and the number of answered ones.
_UNANSWERED, _ANSWERED = "unanswered", "answered"
#: JSON-RPC's code for an internal error.
_INTERNAL = -32603


@served("valid_calls_do_not_crash")
@needs_answer
def valid_calls_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows is answered with the error of a bug.

    The check sends ordinary calls, calls at the edges of the schema and random ones. It fails if an answer contains an
    interpreter's message about a bug (a TypeError, an index out of range), an internal error, or the SDK's error
    without a reason.
    """
    unanswered: list[dict[str, Any]] = []
    answered, patience = 0, subject.patience()
    for reply in edge_replies(subject, patience):
        if reply.answer is None:
            # Some servers take long to report a bug.
            reply = subject.call(reply.arguments, call_s=_PATIENCE * subject.call_s)
        if reply.answer is None and is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
            continue
        if reply.answer is None:
            unanswered.append(reply.arguments)
            break
        answered += 1
        if _is_bare_error(subject, reply):
            raise CheckFailure(
                "untold_crash",
                f"A call that the schema allows was answered with {shown(reply.text)} without a reason, as the SDK "
                "does after an unexpected exception. Handle the value, or raise ToolError with a message.",
                arguments=reply.arguments,
            )
        bug = _bug_in(subject, reply)
        if bug:
            raise CheckFailure(
                "crash",
                f"A call that the schema allows was answered with {shown(bug)}, which is a bug. "
                "Handle every value that the schema allows.",
                arguments=reply.arguments,
            )
    if unanswered or patience.has_time_to_shorten:
        subject.notes.update({_UNANSWERED: unanswered, _ANSWERED: answered})
    if unanswered:
        raise FollowsFinding("Not judged: a call was not answered, see valid_calls_return.", check="valid_calls_return")


@served("valid_calls_return")
@needs_answer
def valid_calls_return(subject: Subject) -> None:
    """Every call that the schema allows is answered.

    The check sends ordinary calls, calls at the edges of the schema and random ones, and repeats one without an answer
    with three times the time limit. Calls that ask for a wait do not count.
    """
    known = subject.notes.get(_UNANSWERED)
    if known is not None:
        # All calls have been made already; only these had no answer.
        known = known or set_up_calls(subject)[:1]
        subject.has_seen(subject.notes.get(_ANSWERED, 0))
    replies = edge_replies(subject) if known is None else (Outcome(call) for call in known)
    for reply in replies:
        if reply.answer is None:
            if is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
                continue
            again = subject.call(reply.arguments, call_s=_PATIENCE * subject.call_s)
            if again.answer is None:
                advice = "Answer each request with its own id." if again.stray else "Limit the work, or the schema."
                raise CheckFailure(
                    "endless_call",
                    f"{silence_of(again)} The schema allows the call. {advice}",
                    arguments=reply.arguments,
                )


@served("wrong_shapes_are_refused")
@needs_answer
def wrong_shapes_are_refused(subject: Subject) -> None:
    """Arguments in the wrong shape are answered, and not with the error of a bug.

    The check sends typical mistakes of models, such as an object as a text or one value instead of a list, and looks
    for an interpreter's message about a bug in the answers.
    """
    calls = [shaped.arguments for shaped in llm_shaped_arguments(subject.schema, limit=200)]
    step = max(1, len(calls) // _MAX_CALLS)
    if not calls:
        raise NotApplicable("The schema has no arguments that models could send in the wrong shape.")
    set_up_calls(subject, limit=2)
    for call in subject.patience().each(calls[::step]):
        reply = tried(subject, call)
        bug = _bug_in(subject, reply)
        if bug:
            raise CheckFailure(
                "crash",
                f"Arguments in the wrong shape were answered with {shown(bug)}, which is a bug. "
                "Validate arguments against the schema first.",
                arguments=reply.arguments,
            )


@served("choices_are_handled")
def choices_are_handled(subject: Subject) -> None:
    """The tool handles every value in the enums of its schema.

    The check sends a call that works with each choice, and fails if an answer is an error about an unknown value or a
    bug.
    """
    choices = [
        (name, value)
        for name, node in _properties(subject).items()
        if isinstance(node, Mapping) and isinstance(node.get("enum"), list) and len(node["enum"]) > 1
        for value in node["enum"][:20]
    ]
    if not choices:
        raise NotApplicable("The schema offers no choice of values.")
    control = working_replies(subject, set_up_calls(subject), most=1)[0]
    for name, value in subject.patience().each(choices):
        reply = tried(subject, {**control.arguments, name: value})
        text = "" if reply.succeeded else reply.text
        named = says_unknown(text) and str(value) in text
        if named or _bug_in(subject, reply):
            raise CheckFailure(
                "unhandled_choice",
                f"The schema offers {value!r} for {name!r}, but the tool answers {shown(text)}. "
                "Handle the value, or remove it from the schema.",
                about=name,
                arguments=reply.arguments,
            )


def _bug_in(subject: Subject, reply: Outcome) -> str:
    """Return the message of a bug in an error; "" if there is none, or if it was part of the arguments.

    An error about an expression or code in the arguments is not a bug.
    """
    if reply.answer is None or reply.succeeded:
        return ""
    text = reply.text
    if isinstance(reply.body, dict) and reply.body.get("code") == _INTERNAL and gives_no_reason(text):
        return f"{text} ({_INTERNAL})"
    found = bug_in_text(text)
    if found is not None and found[0] not in str(reply.arguments) and not _is_run(subject, reply):
        start = text.rfind("\n", 0, found.start()) + 1
        return text[start:].splitlines()[0].strip()
    return text.strip() if is_bare_key(text) else ""


def _is_run(subject: Subject, reply: Outcome) -> bool:
    properties = _properties(subject)
    roles = (role_of(name, node) for name in reply.arguments if isinstance(node := properties.get(name), Mapping))
    return any(role in (Role.EXPRESSION, Role.CODE) for role in roles)


def _is_bare_error(subject: Subject, reply: Outcome) -> bool:
    is_error = reply.answer is not None and not reply.succeeded
    return is_error and is_bare_error(reply.text, subject.facts.name)


def _properties(subject: Subject) -> Mapping[str, Any]:
    properties = subject.schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}
