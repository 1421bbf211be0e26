"""Odd files: calls that crash on the content of a file which an ordinary call reads."""

from __future__ import annotations

import itertools

from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.bugs import BugFinder
from ..calls.fake_sleep import fake_sleep
from ..calls.odd_file_calls import calls_with_circles, odd_file_calls

__all__ = ["judge_odd_files"]


def judge_odd_files(subject: Subject, bugs: BugFinder) -> None:
    """Judge that the content of a file does not crash the tool.

    Raises:
        CheckFailure: For the first that does.
    """
    for call, what in itertools.chain(odd_file_calls(subject), calls_with_circles(subject)):
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out:
            return
        bug = bugs.in_outcome(outcome)
        if bug is not None and bug.error != "MemoryError":
            raise CheckFailure(
                "crash",
                f"With {what}, a call raised {bug}. Return an error that says what is wrong with it.",
                about=bug.error,
                arguments=call,
            )
