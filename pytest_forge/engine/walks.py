"""Walks: the calls in volume of a session's tools, each made once a check asks for it, in a child of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..checks.calls.walk import TELLS_OF_LOSS, failed_walk, lost_walk, stopped_walk
from ..checks.check import Check
from .messages import Loss, Reply, Verdict
from .requests import CheckRequest, WalkRequest

__all__ = ["HOST_LOST", "Walks"]

#: A walk does the work of several checks, and has so many times the time of one.
_PATIENCE = 1.5

#: Stands for the reply of a host that is gone: only a tool that reaches beyond its own process can do that.
HOST_LOST = Reply(0.0, None, Loss("ended the processes around it", None, in_call=True, timed_out=False))

#: Sends a request to the host, and returns its reply.
Ask = Callable[[WalkRequest], Reply]


class Walks:
    """The walks that were taken, and those that were lost."""

    def __init__(self) -> None:
        self._replies: dict[int, Reply] = {}

    def take(self, request: CheckRequest, ask: Ask) -> dict[str, Any]:
        """Take the walk of a tool, and return the notes on it from now on.

        Args:
            request: Of the check that asks for the walk.
            ask: Sends a request.
        """
        limits = replace(request.limits, check_s=_PATIENCE * request.limits.check_s)
        reply = self._replies[request.tool] = ask(request.walk(limits))
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
        """Return the reply about a process that was lost in a walk, for the check that reports it; None otherwise."""
        reply = self._replies.get(index)
        return reply if reply is not None and reply.ending is None and judged.id == TELLS_OF_LOSS else None
