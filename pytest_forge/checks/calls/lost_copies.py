"""Lost copies: calls in a copy that may not return, and the verdict of a check whose copy was lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...targets.subject import Subject
from ...verdict import CallHung, CouldNotRun, NotEnoughSeen
from .copies import in_a_copy
from .fake_sleep import fake_sleep

__all__ = ["lost_copy", "seconds_of"]

#: Seconds that a call has at least whose duration is asked for, so that a wait of two seconds is seen to end.
_LEAST_S = 2.5


def seconds_of(subject: Subject, arguments: dict[str, Any]) -> float | None:
    """Return the duration of a call including pauses; None if it does not return in time."""
    limit_s = max(subject.call_s, _LEAST_S)

    def seconds() -> float | None:
        outcome = subject.call(arguments, call_s=limit_s)
        return None if outcome.timed_out else outcome.seconds

    taken: float | None = in_a_copy(seconds, limit_s=limit_s + 0.5)
    return taken


def lost_copy(subject: Subject, calls: Iterable[dict[str, Any]], *, undone: int) -> CouldNotRun:
    """Return the verdict of a check whose copy was lost, to be raised.

    Args:
        subject: The tool.
        calls: The different calls that the copy was to make.
        undone: How many calls it was to make in all.
    """

    def comes_back(call: dict[str, Any]) -> bool:
        with fake_sleep():
            return not subject.call(call).timed_out

    for call in calls:
        if in_a_copy(lambda call=call: comes_back(call), limit_s=subject.call_s + 1) is not True:  # type: ignore[misc]
            return CallHung()
    subject.has_left(undone)
    return NotEnoughSeen("Not judged: the calls did not return in time.")
