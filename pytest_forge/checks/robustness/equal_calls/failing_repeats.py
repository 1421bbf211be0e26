"""Failing repeats: equal calls of which a later one fails, though nothing but their number has changed."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....oracles.clock_reads import ClockReads
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep

__all__ = ["FAILED", "fails_for_its_number"]

FAILED = "failed"


def fails_for_its_number(subject: Subject, call: dict[str, Any], number: int) -> bool:
    """Return whether equal calls fail from a number on, or only at that number, without asking for the time.

    A tool that limits its rate asks for the time: a call may fail now, and succeed a minute later.

    Args:
        subject: The tool.
        call: A call that succeeds at first.
        number: How many equal calls succeed before one fails.
    """
    found = in_a_copy(partial(_fails, subject, call, number), limit_s=2 * subject.call_s)
    if found is None:
        subject.has_left(number)
    return bool(found)


def _fails(subject: Subject, call: dict[str, Any], number: int) -> bool:
    """Run it in a copy of the process."""
    reads = ClockReads()
    subject.tool = reads.wrap(subject.tool)
    with fake_sleep():
        ends = [subject.call(call).succeeded for _ in range(number + 1)]
    return all(ends[:number]) and not ends[number] and not reads.count
