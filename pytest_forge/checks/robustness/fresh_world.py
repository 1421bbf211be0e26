"""A fresh world: the sandbox as a check finds it, so that nothing of what earlier calls have left is there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from ...targets.subject import Subject
from ..calls.hurried_time import hurried_time
from ..calls.plausible_calls import plausible_calls
from .bugs import BugFinder

__all__ = ["bug_alone", "make_fresh"]

_MAX_PLAUSIBLE = 8


def make_fresh(subjects: Iterable[Subject]) -> None:
    """Empty the sandbox, and plant the files that the tools expect."""
    for number, subject in enumerate(subjects):
        if number == 0:
            subject.sandbox.reset()
            os.chdir(subject.sandbox.workspace)
        plausible_calls(subject, limit=_MAX_PLAUSIBLE)


def bug_alone(subject: Subject, arguments: dict[str, Any]) -> str:
    """Return the bug that a call shows in a fresh world; empty if it shows none. Made in a copy of the process."""
    make_fresh([subject])
    with hurried_time():
        bug = BugFinder(subject).in_outcome(subject.call(arguments))
    return "" if bug is None else str(bug)
