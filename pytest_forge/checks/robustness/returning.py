"""The check of returning calls: no call that the schema allows runs forever, or past its own time limit."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

from ...strategies.calls.shrink import smallest
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure, NotApplicable
from ..calls.asked_wait import is_asked_wait
from ..calls.call_variants import shortened_waits
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls, edge_calls, takes_named_arguments
from ..calls.large_calls import is_large
from ..calls.lost_copies import seconds_of
from ..calls.odd_file_calls import calls_with_circles
from ..calls.plausible_calls import plausible_calls
from ..calls.walk import walk_of
from ..check import check
from .edge_answers import judge_silence
from .time_limits import ignored_time_limit
from .unread_pipes import judge_unread_pipes

__all__ = ["valid_calls_return"]

_MAX_ORDINARY = 6
#: Small calls to try if a large one does not return.
_MAX_SMALL = 60
_NONE = -1


@check(
    family="robustness",
    level="MUST",
    source="Forge Tools: Execution path, each step has a configurable timeout",
    codes={
        "endless_call": "A call does not return.",
        "pipe_not_read": "A call waits for a program that waits for a reader of its output.",
        "limit_ignored": "A call takes many times as long as its own time limit.",
    },
)
def valid_calls_return(subject: Subject) -> None:
    """No call that the schema allows runs forever.

    A step of zero, a negative number or two equal bounds can make a loop endless that ends for every ordinary call. The
    check makes such calls and repeats one that does not return with more time. It also makes calls with a small time
    limit, such as ``timeout=0.2``, and fails if one takes many times as long, sleep included. Where a call works among
    files of its own, the records in them refer to themselves meanwhile, by one key after the other.

    A function that starts a program with a pipe for its output is called with long texts, large files and commands that
    write much. The check fails if the pipe is full and not read for more than a second.

    Not judged: ordinary calls, which call_returns judges; pauses up to 20 s or as long as a number in the call says;
    numbers above a thousand and long texts, which may mean much work; time limits of calls that use the network or
    start processes.
    """
    if subject.is_served:
        judge_silence(subject)
        return
    takes_named_arguments(subject)
    ordinary = plausible_calls(subject, limit=_MAX_ORDINARY)
    judge_unread_pipes(subject)
    _judge_time_limits(subject)
    _judge_circles(subject)
    arguments, unmade = _late_call(subject)
    if arguments is None:
        return
    if is_large(arguments) and arguments not in ordinary:
        small = _small_endless_call(subject)
        if small is None:
            raise NotApplicable("Only a call with large values did not return in time; it may have much work to do.")
        arguments = small
    if arguments in ordinary:
        # call_returns judges it, and the calls after it were not made.
        raise CallHung("an ordinary call")
    patience_s = 1.5 * subject.call_s
    if not _is_endless(subject, arguments, patience_s):
        if unmade:
            # It returned late, when the calls after it had been given up.
            subject.has_left(unmade)
        return
    if is_asked_wait(arguments, subject.schema, partial(seconds_of, subject)):
        raise NotApplicable("The call that did not return waits as long as a number in its arguments says.")
    shorter = smallest(
        arguments, lambda call: _is_endless(subject, call, subject.call_s / 8), subject.schema, most_calls=4
    )
    if _is_endless(subject, shorter, subject.call_s / 2):
        arguments = shorter
    raise CheckFailure(
        "endless_call",
        f"A call that the schema allows did not return within {patience_s:g} s. "
        "End the loop for this value too, or narrow the schema.",
        arguments=arguments,
    )


def _judge_time_limits(subject: Subject) -> None:
    limited = ignored_time_limit(subject)
    if limited is not None:
        call, name, seconds = limited
        raise CheckFailure(
            "limit_ignored",
            f"With {name!r} = {call[name]:g}, a call took {seconds:.0f} s. Stop when the time is over.",
            about=name,
            arguments=call,
        )


def _judge_circles(subject: Subject) -> None:
    """Judge that a call returns when records of the tool's own files refer to themselves."""
    for call, what in calls_with_circles(subject):
        if _is_endless(subject, call, subject.call_s) and _is_endless(subject, call, 1.5 * subject.call_s):
            raise CheckFailure(
                "endless_call",
                f"With {what}, a call did not return within {1.5 * subject.call_s:g} s. "
                "Stop at a record that was seen before, and say so.",
                arguments=call,
            )


def _late_call(subject: Subject) -> tuple[dict[str, Any] | None, int]:
    """Return the call that did not return in time, or None, and the number of calls skipped after it.

    The call of an earlier run comes first.
    """
    if subject.past.arguments is not None and not subject.past.before:
        arguments = shortened_waits(subject, dict(subject.past.arguments))
        if _is_endless(subject, arguments, subject.call_s):
            return arguments, 0
    walk = walk_of(subject, even_if_late=True)
    return walk.late, walk.unmade


def _small_endless_call(subject: Subject) -> dict[str, Any] | None:
    """Return the first call without large values that did not return in a fraction of the time; None if all did."""
    calls = list(itertools.islice((call for call in edge_calls(subject) if not is_large(call)), _MAX_SMALL))

    def first_late() -> int:
        with FastCalls(subject) as fast:
            late = (fast.call(call, call_s=subject.call_s / 8).timed_out for call in calls)
            return next((index for index, is_late in enumerate(late) if is_late), _NONE)

    index = in_a_copy(first_late, limit_s=subject.call_s)
    if index is None:
        subject.has_left(len(calls))
    return None if index in (None, _NONE) else calls[index]


def _is_endless(subject: Subject, arguments: dict[str, Any], seconds: float) -> bool:
    """Return whether a call does not return. It runs in a copy: a hung call can block all calls after it."""

    def came_back() -> bool:
        with FastCalls(subject) as fast:
            return not fast.call(arguments, call_s=seconds).timed_out

    return in_a_copy(came_back, limit_s=seconds + 1) is not True
