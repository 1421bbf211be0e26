"""The time in which a tool looks for more before it answers with what it has."""

from __future__ import annotations

import time

from .time_left import is_cancelled, seconds_left

__all__ = ["AnswerTime"]

# What has been found is answered before the call's own time is over.
_SHARE_OF_TIME = 0.8


class AnswerTime:
    """A clock that starts now.

    Args:
        max_seconds: The most time to take, even if the call has more.
    """

    def __init__(self, max_seconds: float) -> None:
        left = seconds_left()
        self._ends = time.monotonic() + (max_seconds if left is None else min(max_seconds, left * _SHARE_OF_TIME))

    def is_over(self) -> bool:
        """Tell whether to answer now: the time is over, or nobody waits any more."""
        return time.monotonic() > self._ends or is_cancelled()
