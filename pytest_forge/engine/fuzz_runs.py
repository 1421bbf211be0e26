"""Fuzz runs: the calls in volume of a session's tools, made once when a check needs them, in a child of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..checks.calls.walk import TELLS_OF_LOSS, failed_walk, lost_walk, stopped_walk
from ..checks.check import Check
from .messages import Loss, Reply, Verdict
from .requests import CheckRequest, FuzzRequest, SharedRequest

__all__ = ["HOST_LOST", "FuzzRuns"]

#: A fuzz run serves several checks, and has this many times the time of one.
_TIMES_A_CHECK = 1.5

#: Replaces the reply of a host that has ended, which only a tool that reaches beyond its own process can cause.
HOST_LOST = Reply(0.0, None, Loss("ended the processes around it", None, in_call=True, timed_out=False))

#: Sends a request to the host and returns the reply.
Ask = Callable[[FuzzRequest], Reply]


class FuzzRuns:
    """The fuzz runs that were made or lost."""

    def __init__(self) -> None:
        self._replies: dict[int, Reply] = {}

    def take(self, request: CheckRequest | SharedRequest, ask: Ask) -> dict[str, Any]:
        """Make the fuzz run of a tool, and return the notes on the tool for later checks.

        Args:
            request: The request of the checks that need it.
            ask: Sends a request.
        """
        limits = replace(request.limits, check_s=_TIMES_A_CHECK * request.limits.check_s)
        reply = self._replies[request.tool] = ask(request.fuzz_run(limits))
        ending = reply.ending
        if ending is None:
            return {**request.notes, **lost_walk()}
        if not isinstance(ending, Verdict) or ending.status != "passed":
            return {**request.notes, **failed_walk(ending.message if isinstance(ending, Verdict) else "")}
        made = reply.made
        if made is not None and made.stopped_early:
            return stopped_walk(ending.notes, made.undone)
        return dict(ending.notes)

    def loss(self, index: int, judged: Check) -> Reply | None:
        """Return the reply about a process lost in a fuzz run, for the check that reports it; None otherwise."""
        reply = self._replies.get(index)
        return reply if reply is not None and reply.ending is None and judged.id == TELLS_OF_LOSS else None
