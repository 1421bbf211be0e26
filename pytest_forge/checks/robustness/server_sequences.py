"""Server sequences: calls of a server's tool that fail with a bug, or are not answered, because of earlier calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from forge_harness import ServerLostError

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asked_wait import is_asked_wait
from ..calls.asking import own_server, seconds_of, shown
from ..calls.reply_bugs import bug_in_reply, is_unexplained
from ..calls.sequences import NamedCall, before_json
from ..calls.server_story import ServerStory, Teller, played, tellers_of

__all__ = ["judge_server_sequences"]

_MAX_SUSPECTS = 3
#: Share of a check's time.
_SHARE = 0.25
_LOST = "ended the server"


def judge_server_sequences(subject: Subject) -> None:
    """Judge that no call of a story fails with a bug, or is not answered, unless it does alone as well.

    A call counts if it does so on a server that has just been started, after the same calls before it, and does not on
    one without them.

    Raises:
        CheckFailure: If one does.
        NotApplicable: If no tool of the server writes, or it does not run in the sandbox.
    """
    own_server(subject)
    tellers = tellers_of(subject, with_reader=True)
    if all(teller.subject.facts.tier == "read" for teller in tellers):
        raise NotApplicable("No tool of the server writes.")
    subject.renew()
    story = ServerStory(subject, tellers)
    before: list[NamedCall] = []
    suspects = 0
    for teller, call in story.lines(_SHARE):
        trouble, outcome = _made(teller.subject, call)
        if outcome is not None:
            story.learn(teller, outcome)
        if trouble and teller.subject is subject:
            _judge_again(subject, tellers, before, call)
            suspects += 1
            if suspects == _MAX_SUSPECTS:
                return
            subject.renew()
            played(tellers, before)
        elif outcome is None or outcome.timed_out:
            return
        elif outcome.succeeded:
            before.append((teller.subject.facts.name, call))


def _judge_again(subject: Subject, tellers: Sequence[Teller], before: list[NamedCall], call: dict[str, Any]) -> None:
    subject.renew()
    alone, _ = _made(subject, call)
    if alone or not before:
        # Other checks judge single calls.
        return
    subject.renew()
    if not played(tellers, before):
        return
    trouble, outcome = _made(subject, call)
    if not trouble:
        return
    is_silent = outcome is not None and outcome.timed_out
    if is_silent:
        sentence = "A call that the schema allows is not answered after other calls. Release locks on every path."
    else:
        said = _LOST if outcome is None else f"was answered with {shown(trouble)}"
        sentence = (
            f"A call that the schema allows {said} after other calls, which is a bug. "
            "Handle the state that earlier calls may leave, and return an error that says what to do."
        )
    raise CheckFailure("endless_call" if is_silent else "crash", sentence, arguments=call, before=before_json(before))


def _made(subject: Subject, call: dict[str, Any]) -> tuple[str, Outcome | None]:
    """Return what is wrong with how a call ends, "" for nothing, and its outcome; None if it ended the server."""
    try:
        outcome = subject.call(call)
    except ServerLostError:
        return _LOST, None
    if outcome.answer is None:
        is_asked = is_asked_wait(call, subject.schema, partial(seconds_of, subject))
        return "" if is_asked else "no answer", outcome
    if is_unexplained(subject, outcome):
        return outcome.text, outcome
    return bug_in_reply(subject, outcome), outcome
