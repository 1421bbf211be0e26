"""Odd files: calls that crash on the content of a file which an ordinary call reads."""

from __future__ import annotations

import itertools

from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.bugs import BugFinder
from ...calls.fake_sleep import fake_sleep
from ...calls.odd_file_calls import calls_with_circles, odd_file_calls

__all__ = ["judge_odd_files"]


def judge_odd_files(subject: Subject, bugs: BugFinder) -> None:
    """Judge that the content of a file does not crash the tool.

    Raises:
        CheckFailure: For the first that does.
    """
    odd = ((call, what, "") for call, what in odd_file_calls(subject))
    # A circle has values of another meaning, or kind, in keys that refer to no record.
    circular = ((call, what, "RecursionError") for call, what in calls_with_circles(subject))
    for call, what, expected in itertools.chain(odd, circular):
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out:
            return
        bug = bugs.in_outcome(outcome)
        if bug is not None and bug.error != "MemoryError" and expected in ("", bug.error):
            raise CheckFailure(
                "crash",
                f"With {what}, a call raised {bug}. Return an error that says what is wrong with it.",
                about=bug.error,
                arguments=call,
            )
