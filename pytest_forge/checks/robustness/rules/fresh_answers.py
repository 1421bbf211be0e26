"""Fresh answers: what several calls answer, each in a fresh world, to be compared with one another."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ....oracles.program_state import ProgramState
from ....profile.failure_marks import failure_mark
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["fresh_answers"]

#: Time limit, in calls, of those made in one copy.
_CALLS = 4


def fresh_answers(
    subject: Subject, calls: Sequence[dict[str, Any]], *, first: Callable[[], None] = lambda: None
) -> list[str] | None:
    """Return what calls answer as JSON, "" for each that fails; None if they do not return.

    A function finds its memory at each call as it was; a server gets the calls as it is.

    Args:
        subject: The tool.
        calls: Their arguments.
        first: Runs in the copy of the process, before the calls of a function.
    """
    if subject.is_served:
        return [_said(subject.call(call)) for call in calls]
    told: list[str] | None = in_a_copy(
        partial(_made, subject, calls, first), limit_s=_CALLS * subject.call_s, tell=subject.has_left
    )
    return told


def _made(subject: Subject, calls: Sequence[dict[str, Any]], first: Callable[[], None]) -> list[str]:
    first()
    told: list[str] = []
    memory = ProgramState.take(subject.tool)
    for call in calls:
        if told:
            memory.restore()
        make_fresh_for(subject, [call])
        with fake_sleep():
            outcome = subject.call(call)
        told.append(_said(outcome))
    return told


def _said(outcome: Outcome) -> str:
    value = outcome.value if outcome.answer is not None else in_json_types(outcome.returned)
    if not outcome.succeeded or failure_mark(value):
        return ""
    return json.dumps(value, sort_keys=True, default=repr, ensure_ascii=False)
