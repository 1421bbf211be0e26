"""The finding of a failure that is answered like a result, as all judges of them tell it."""

from __future__ import annotations

from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure

__all__ = ["disguised"]


def disguised(subject: Subject, what: str, outcome: Outcome) -> CheckFailure:
    """Return the finding that this outcome is a failure, of which *what* tells how it came about."""
    means = (
        "without isError, so clients count it as success. Mark it with isError."
        if subject.is_served
        else 'which the loop counts as success. Raise, or return {"error": ..., "message": ...}.'
    )
    return CheckFailure(
        "failure_as_success", f"{what}{'' if subject.is_served else ','} {means}", arguments=outcome.arguments
    )
