"""Suspects: calls of a walk that a check should look at, judged one by one in a fresh world, and shortened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ...finding_id import finding_id, names_in
from ...strategies.calls.shrink import smallest
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from .copies import in_a_copy
from .fresh_world import make_fresh
from .plausible_calls import shortened_waits
from .walk import walk_of

__all__ = ["judge_suspects", "suspects"]

_MAX_SHRINKING = 80

#: Makes a call, and raises CheckFailure if it breaks the promise.
Judge = Callable[[dict[str, Any]], None]


def suspects(subject: Subject, check: str) -> Iterator[dict[str, Any]]:
    """Yield the call with which the check has failed in an earlier run, then those that a walk has noted for it."""
    if subject.past.arguments is not None and not subject.past.before:
        yield shortened_waits(subject, dict(subject.past.arguments))
    for _, arguments in walk_of(subject).suspects.get(check, ()):
        yield dict(arguments)


def judge_suspects(subject: Subject, check: str, judge: Judge) -> None:
    """Judge the suspects of a check, and report the first that breaks its promise, in its shortest form.

    Args:
        subject: The tool.
        check: The check's id.
        judge: Makes a call and raises CheckFailure if it breaks the promise; called in copies of this process, each
            time with the sandbox as it was at first, and the files that ordinary calls expect.

    Raises:
        CheckFailure: What *judge* has raised with the shortest call.
    """
    end = own_time() + 3 * subject.call_s
    for arguments in suspects(subject, check):
        if own_time() > end:
            return
        failure = _in_a_copy(subject, partial(_shown, subject, judge, arguments))
        if failure is not None:
            cause = _cause(subject, check, failure)
            shorter = _in_a_copy(subject, partial(_shortest, subject, check, judge, arguments, cause))
            raise shorter or failure


def _shortest(subject: Subject, check: str, judge: Judge, arguments: dict[str, Any], cause: str) -> CheckFailure | None:
    found: CheckFailure | None = None
    end = own_time() + subject.call_s

    def still_fails(call: dict[str, Any]) -> bool:
        nonlocal found
        again = _shown(subject, judge, call) if own_time() < end else None
        if again is None or _cause(subject, check, again) != cause:
            return False
        found = again
        return True

    smallest(arguments, still_fails, subject.schema, most_calls=_MAX_SHRINKING)
    return found


def _cause(subject: Subject, check: str, failure: CheckFailure) -> str:
    return finding_id("", check, failure.message, names=names_in(subject.schema)).cause


def _shown(subject: Subject, judge: Judge, arguments: dict[str, Any]) -> CheckFailure | None:
    """Return how a call breaks the promise in a fresh world; None if it does not."""
    try:
        make_fresh([subject])
        judge(dict(arguments))
    except CheckFailure as failure:
        return failure
    except (NotApplicable, CouldNotRun):
        return None
    return None


def _in_a_copy(subject: Subject, work: Callable[[], CheckFailure | None]) -> CheckFailure | None:
    def told() -> list[Any]:
        failure = work()
        return [] if failure is None else [failure.message, failure.arguments]

    answer = in_a_copy(told, limit_s=2 * subject.call_s + 1)
    # The copy has made the folder anew.
    os.chdir(subject.sandbox.workspace)
    return CheckFailure(answer[0], arguments=answer[1]) if answer else None
