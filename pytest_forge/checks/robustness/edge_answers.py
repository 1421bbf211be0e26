"""Edge answers: the answers of a server to calls at the edges of a tool's schema, judged for bugs and for silence."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding
from ..calls.answered import raise_unless_answered
from ..calls.asked_wait import is_asked_wait
from ..calls.asking import looks_failed, seconds_of, shown, silence_of
from ..calls.edge_replies import edge_replies
from ..calls.plausible_calls import plausible_calls
from ..calls.reply_bugs import bug_in_reply, is_unexplained

__all__ = ["judge_replies", "judge_silence"]

_PATIENCE = 3.0
#: Keys of notes by `judge_replies`: the calls without an answer in time, and the number of answered ones.
_UNANSWERED, _ANSWERED = "unanswered", "answered"


def judge_replies(subject: Subject) -> None:
    """Judge that no answer is the error of a bug.

    Raises:
        CheckFailure: If one is.
        FollowsFinding: If a call was not answered.
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
        unexplained = is_unexplained(subject, reply)
        bug = "" if unexplained else bug_in_reply(subject, reply)
        if (unexplained or bug) and _works_without_files(subject, reply.arguments):
            # The files that stand in the workspace are not of the kind that it keeps there.
            continue
        if unexplained:
            raise CheckFailure(
                "untold_crash",
                f"A call that the schema allows was answered with {shown(reply.text)} without a reason, as the SDK "
                "does after an unexpected exception. Handle the value, or raise ToolError with a message.",
                arguments=reply.arguments,
            )
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
    raise_unless_answered(subject)


def _works_without_files(subject: Subject, arguments: dict[str, Any]) -> bool:
    """Return whether a call succeeds in an empty workspace, with a server that has just started."""
    subject.renew()
    return not looks_failed(subject.call(arguments))


def judge_silence(subject: Subject) -> None:
    """Judge that every call is answered; one without an answer is repeated with three times the time limit.

    Raises:
        CheckFailure: If one is not.
    """
    known = subject.notes.get(_UNANSWERED)
    if known is not None:
        # All calls have been made already; only these had no answer.
        known = known or plausible_calls(subject)[:1]
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
    raise_unless_answered(subject)
