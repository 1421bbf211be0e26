"""Answered: whether a tool answers at all in the sandbox.

A check that has found nothing in calls which all failed has judged nothing: the defect may lie behind the failure.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from ...targets.outcome import Outcome
from ...targets.subject import HAS_WORKED, Subject
from .fake_sleep import fake_sleep
from .ordinary_outcomes import has_returned, raise_for_no_result
from .plausible_calls import plausible_calls

__all__ = ["needs_answer", "raise_unless_answered"]

_MAX_CALLS = 8


def needs_answer(judge: Callable[[Subject], None]) -> Callable[[Subject], None]:
    """Declare that a check without a finding has judged something only if an ordinary call returns a value."""

    @wraps(judge)
    def judge_and_ask(subject: Subject) -> None:
        judge(subject)
        raise_unless_answered(subject)

    return judge_and_ask


def raise_unless_answered(subject: Subject) -> None:
    """Make ordinary calls until one returns a value, once for all checks of a tool.

    Raises:
        NotApplicable: If every call failed, and the tool cannot help it in the sandbox.
        CouldNotRun: If every call failed for another reason.
    """
    if subject.notes.get(HAS_WORKED):
        return
    if not subject.is_served:
        # The calls of the check may have changed the files that ordinary ones need.
        subject.renew()
    outcomes: list[Outcome] = []
    for arguments in subject.patience().each(plausible_calls(subject, limit=_MAX_CALLS)):
        with fake_sleep():
            outcomes.append(subject.call(arguments))
        if has_returned(outcomes[-1]):
            subject.notes[HAS_WORKED] = True
            return
    if outcomes:
        raise_for_no_result(subject, outcomes)
