"""Story failures: calls of a server's tool that fail for the state which earlier calls have left, and change data."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.sequences import NamedCall, before_json
from ...calls.server_story import ServerStory, Teller, played, tellers_of
from ...calls.state_view import StateView
from .crowding import crowding_calls

__all__ = ["judge_story"]

_MAX_SUSPECTS = 3
#: Shares of a check's time: for calls in random order, and before them for those with several records.
_SHARE, _CROWDED = 0.25, 0.15


def judge_story(subject: Subject, view: StateView) -> bool:
    """Judge that each call of a story which fails leaves the data as they were; return whether one has failed.

    A change counts if it shows again on a server that has just been started, after the calls before it.

    Args:
        subject: A writing tool of a server.
        view: Its data.

    Raises:
        CheckFailure: If one has changed data.
    """
    tellers, has_failed, suspects = tellers_of(subject), False, 0
    subject.renew()
    story = ServerStory(subject, tellers)
    worked: list[NamedCall] = []
    lines = itertools.chain(crowding_calls(subject, tellers, story, _CROWDED), story.lines(_SHARE))
    for teller, call in lines:
        is_own = teller.subject is subject
        before = view.taken(call, is_settled=False) if is_own else {}
        outcome = teller.subject.call(call)
        story.learn(teller, outcome)
        if outcome.succeeded:
            worked.append((teller.subject.facts.name, call))
        elif is_own and not outcome.timed_out:
            has_failed = True
            if not view.changed(before, view.taken(call, is_settled=False)):
                continue
            for prefix in ([], list(worked)):
                _judge_again(subject, view, tellers, prefix, call)
            suspects += 1
            if suspects == _MAX_SUSPECTS:
                break
            # The calls of the confirmation have left the server in another state than the story expects.
            subject.renew()
            played(tellers, worked)
    return has_failed


def _judge_again(
    subject: Subject, view: StateView, tellers: Sequence[Teller], prefix: list[NamedCall], call: dict[str, Any]
) -> None:
    subject.renew()
    if not played(tellers, prefix):
        return
    before = view.taken(call)
    outcome = subject.call(call)
    if outcome.timed_out or outcome.succeeded:
        return
    left = view.changed(before, view.taken(call, is_settled=False))
    # What a tool keeps at home may be a record of all that it was asked.
    left = [place for place in left if not place.startswith("the file '~/")]
    if left:
        raise CheckFailure(
            "half_made_change",
            f"A call failed, but had changed {left[-1]} before. Check everything before the first change, or undo it.",
            arguments=call,
            before=before_json(prefix),
        )
