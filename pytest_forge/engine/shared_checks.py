"""SharedChecks: checks of one tool that are judged in one child, and the verdicts that need no child of their own.

A tool that passes in a used process would pass in a fresh one. A finding or an error counts only if the check shows it
alone in a fresh child, so sharing can cost a miss, and never a false alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..verdict import NOTHING_WORKS
from .messages import CallsMade, FuzzRunWanted, Reply, SharedOver, Verdict
from .requests import SharedRequest
from .result_maker import SURVIVAL_CHECK

__all__ = ["SharedChecks"]

#: Makes the fuzz run of a tool, and returns the notes on it.
TakeFuzzRun = Callable[[SharedRequest], Mapping[str, Any]]


class SharedChecks:
    """The verdicts of a session's tools from shared children, each taken once.

    Args:
        ask: Sends a request and returns the reply.
        take_fuzz_run: Makes the fuzz run of a tool.
    """

    def __init__(self, ask: Callable[[SharedRequest], Reply], take_fuzz_run: TakeFuzzRun) -> None:
        self._ask = ask
        self._take_fuzz_run = take_fuzz_run
        self._replies: dict[tuple[int, str], Reply] = {}
        self._doubted: set[tuple[int, str]] = set()
        self._without_effect: dict[tuple[int, str], Reply] = {}

    def take(self, index: int, check: str) -> Reply | None:
        """Return the verdict on a tool as the reply to a request of its own; None if it needs a child of its own."""
        return self._replies.pop((index, check), None)

    def take_without_effect(self, index: int, check: str) -> Reply | None:
        """Return the reply to a check that found no call of the tool that works; None if it ended in another way.

        It counts once a check has shown the same on a fresh server.
        """
        return self._without_effect.pop((index, check), None)

    def has(self, index: int, check: str) -> bool:
        """Tell whether a tool has been judged by a check already."""
        return (index, check) in self._replies

    def has_any(self, index: int) -> bool:
        """Tell whether the verdict of any check of a tool waits to be taken."""
        return any(tool == index for tool, _ in self._replies)

    def is_doubted(self, index: int, check: str) -> bool:
        """Tell whether a check has shown something in a shared process that counts only if it shows it alone."""
        return (index, check) in self._doubted

    def judge(self, request: SharedRequest) -> Mapping[str, Any]:
        """Judge a tool by several checks, and return the notes on it.

        Args:
            request: The tool, the checks, and their limits.
        """
        waiting, notes = self._judge_in_turn(request)
        if waiting:
            notes = self._take_fuzz_run(replace(request, notes=notes))
            _, notes = self._judge_in_turn(replace(request, checks=waiting, notes=notes))
        return notes

    def _judge_in_turn(self, request: SharedRequest) -> tuple[tuple[tuple[str, str], ...], Mapping[str, Any]]:
        """Make the checks in as many children as it takes; return those that need the fuzz run, and the notes."""
        waiting: list[tuple[str, str]] = []
        while request.checks:
            reply = self._ask(request)
            made = len(reply.judged)
            for check, (judged, calls) in zip(request.checks, reply.judged, strict=False):
                if isinstance(judged.ending, FuzzRunWanted):
                    waiting.append(check)
                    continue
                if _is_trusted(judged.ending, calls):
                    self._replies[request.tool, judged.check] = Reply(judged.seconds, judged.ending, None, calls)
                    continue
                self._doubted.add((request.tool, judged.check))
                if isinstance(judged.ending, Verdict) and judged.ending.code == NOTHING_WORKS:
                    reply_alone = Reply(judged.seconds, judged.ending, None, calls)
                    self._without_effect[request.tool, judged.check] = reply_alone
                if judged.check == SURVIVAL_CHECK:
                    # Most others would fail for the same reason.
                    return (), request.notes
            if isinstance(reply.ending, Verdict):
                # The server could not be started; checks made alone report it.
                break
            if not isinstance(reply.ending, SharedOver):
                # The check that lost the process is made alone.
                made += 1
            elif made == 0:
                break
            notes = reply.ending.notes if isinstance(reply.ending, SharedOver) else request.notes
            request = replace(request, checks=request.checks[made:], notes=notes)
        return tuple(waiting), request.notes


def _is_trusted(ending: Verdict, made: CallsMade) -> bool:
    if ending.status == "not_applicable":
        return not made.stopped_early
    return ending.status == "passed" and not made.stopped_early and bool(made.calls or made.seen)
