"""Calls from the start: the state in which a check begins, and whether a call of it works."""

from __future__ import annotations

from typing import Any

from ....profile.failure_marks import failure_mark
from ....targets.subject import Subject
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["begin", "has_worked"]


def begin(subject: Subject, call: dict[str, Any]) -> None:
    """Start the server afresh, or empty the sandbox and plant the files that a function's call needs."""
    if subject.is_served:
        subject.renew()
    else:
        make_fresh_for(subject, [call])


def has_worked(subject: Subject, call: dict[str, Any]) -> bool:
    """Make a call, and tell whether it has worked by all that its answer says."""
    with fake_sleep():
        outcome = subject.call(dict(call))
    return not looks_failed(outcome) and not failure_mark(outcome.value)
