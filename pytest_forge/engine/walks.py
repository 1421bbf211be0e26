"""Walks: the calls in volume of a session's tools, each made once a check asks for it, in a child of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..checks.calls.walk import TELLS_OF_LOSS, failed_walk, lost_walk, stopped_walk
from ..checks.check import Check

__all__ = ["HOST_LOST", "Walks"]

#: A walk does the work of several checks, and has so many times the time of one.
_PATIENCE = 1.5

#: Stands for the reply of a host that is gone: only a tool that reaches beyond its own process can do that.
HOST_LOST = {
    "seconds": 0.0,
    "verdict": None,
    "died": {"how": "ended the processes around it", "arguments": None, "in_call": True, "timed_out": False},
    "made": None,
}

#: Sends a request to the host, and returns its reply.
Ask = Callable[[Mapping[str, Any]], dict[str, Any]]


class Walks:
    """The walks that were taken, and those that were lost."""

    def __init__(self) -> None:
        self._replies: dict[int, dict[str, Any]] = {}

    def take(self, index: int, request: Mapping[str, Any], ask: Ask) -> dict[str, Any]:
        """Take the walk, and return what is known of the tool from now on.

        Args:
            index: Of the tool.
            request: Of the check that asks for it.
            ask: Sends it.
        """
        limits = {**request["limits"], "check_s": _PATIENCE * request["limits"]["check_s"]}
        reply = self._replies[index] = ask({**request, "check": None, "past": {}, "limits": limits})
        if reply["verdict"] is None:
            return {**request["notes"], **lost_walk()}
        if reply["verdict"]["status"] != "passed":
            return {**request["notes"], **failed_walk(reply["verdict"]["message"])}
        notes, made = reply["verdict"]["notes"], reply["made"]
        return stopped_walk(notes, made["undone"]) if made["stopped_early"] else dict(notes)

    def loss(self, index: int, judged: Check) -> dict[str, Any] | None:
        """Return the reply about a process that was lost in a walk, for the check that tells of it; None otherwise."""
        reply = self._replies.get(index)
        return reply if reply is not None and reply["verdict"] is None and judged.id == TELLS_OF_LOSS else None
