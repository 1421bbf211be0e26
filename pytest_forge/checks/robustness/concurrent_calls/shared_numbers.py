"""Shared numbers: different calls to a server that get the next number each in turn, and one of them together.

book(run=1, day="2024-01-01")     {"stay": 3, ...}
book(run=2, day="2024-06-30")     {"stay": 4, ...}
both at the same time             {"stay": 3, ...} and {"stay": 3, ...}: each has read before the other wrote

A number may be that of a record that a call takes: then another tool adds records first.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from forge_harness import McpAnswer

from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import own_server
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of
from ..equal_calls.filled_stores import fill_store

__all__ = ["judge_shared_numbers"]

_FEWEST, _MAX_CALLS, _TIMES = 3, 8, 2
#: Share of a check's time.
_SHARE = 0.3


def judge_shared_numbers(subject: Subject) -> None:
    """Judge that no two different calls that are sent together get the number that each gets alone in turn.

    Args:
        subject: A writing tool of a server.

    Raises:
        CheckFailure: If two do, twice, each time after the server has been started afresh.
    """
    try:
        # The time between the look and the change.
        with own_server(subject).server.slow_disk():
            _judge(subject)
    finally:
        subject.renew()


def _judge(subject: Subject) -> None:
    patience = subject.patience(_SHARE)
    for is_filled in (False, True) if makers_of(subject, {}) else (False,):
        if is_filled:
            subject.renew()
            fill_store(subject, {})
        calls, key = _counting_calls(subject)
        shared: list[bool | None] = []
        while key and len(shared) < _TIMES and all(shared) and not patience.is_over:
            shared.append(_share_one(subject, calls, key, is_filled=is_filled))
        if len(shared) == _TIMES and all(shared):
            raise CheckFailure(
                "calls_mixed_up",
                f"Of {len(calls)} different calls that were sent together, two got the same {key!r}, while calls in "
                "turn each get the next one. Hold one lock from the read to the write, also across an await.",
                arguments=calls[0],
            )
        if False in shared:
            return


def _counting_calls(subject: Subject) -> tuple[list[dict[str, Any]], str]:
    """Return calls that work in turn, and the key under which their answers have a number that rises by one."""
    tried: dict[int, dict[str, int]] = {}
    found = plausible_calls(subject, limit=_MAX_CALLS)
    calls = [call for at, call in enumerate(found) if call not in found[:at]][:_MAX_CALLS]
    for number, call in enumerate(calls):
        reply = subject.call(call)
        if reply.succeeded and reply.answer is not None:
            tried[number] = _numbers(reply.answer)
    if len(tried) < _FEWEST:
        return [], ""
    for key in next(iter(tried.values())):
        column = [numbers[key] for numbers in tried.values() if key in numbers]
        steps = {later - earlier for earlier, later in itertools.pairwise(column)}
        if len(column) == len(tried) and steps == {1}:
            return [calls[number] for number in tried], key
    return [], ""


def _share_one(subject: Subject, calls: list[dict[str, Any]], key: str, *, is_filled: bool) -> bool | None:
    """Return whether two of the calls get one number from a server that has just been started; None if none works."""
    subject.renew()
    if is_filled:
        fill_store(subject, {})
    # The first call of a server takes longer than all others.
    subject.call(calls[0])
    tool = own_server(subject)
    answers = tool.server.call_together(tool.name, calls[1:], call_s=len(calls) * subject.call_s / 2)
    subject.has_seen(len(calls) - 1)
    told = [_numbers(given[0]) for given in answers if given and given[0].succeeded]
    found = [numbers[key] for numbers in told if key in numbers]
    return len(set(found)) < len(found) if len(found) > 1 else None


def _numbers(answer: McpAnswer) -> dict[str, int]:
    """Return the whole numbers of an answer by their keys."""
    value = answer.value
    found = value.items() if isinstance(value, Mapping) else ()
    return {str(key): number for key, number in found if isinstance(number, int) and not isinstance(number, bool)}
