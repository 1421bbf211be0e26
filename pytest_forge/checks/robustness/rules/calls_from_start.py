"""Calls from the start: the state in which a check begins, and whether a call of it works."""

from __future__ import annotations

from typing import Any

from ....profile.failure_marks import failure_mark
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["begin", "has_worked", "worked"]


def begin(subject: Subject, call: dict[str, Any]) -> None:
    """Start the server afresh, or empty the sandbox and plant the files that a function's call needs."""
    if subject.is_served:
        subject.renew()
    else:
        make_fresh_for(subject, [call])


def has_worked(subject: Subject, call: dict[str, Any]) -> bool:
    """Make a call, and tell whether it has worked by all that its answer says."""
    return worked(subject, call) is not None


def worked(subject: Subject, call: dict[str, Any]) -> Outcome | None:
    """Make a call, and return its outcome; None if it has failed by anything that its answer says."""
    with fake_sleep():
        outcome = subject.call(dict(call))
    return None if looks_failed(outcome) or failure_mark(outcome.value) else outcome
