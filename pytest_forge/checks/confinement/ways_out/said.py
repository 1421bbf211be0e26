"""What a model reads of a call, without moments: equal for calls that tell it the same."""

from __future__ import annotations

from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.state_view import without_moments

__all__ = ["said"]

#: Kinds of tools of which a model reads the texts of exceptions.
_TELLS_EXCEPTIONS = ("function", "interop")


def said(subject: Subject, outcome: Outcome) -> object:
    """Return what a model reads: whether the call succeeded and its text, or the exception of a function."""
    raised = outcome.raised
    if raised is not None and subject.facts.kind in _TELLS_EXCEPTIONS:
        return type(raised).__name__, without_moments(str(raised))
    return outcome.succeeded, without_moments(outcome.text)
