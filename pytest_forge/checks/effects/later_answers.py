"""Later answers: what a dry run leaves behind shows in the answer to the next real call.

    issue(to="a")                   invoice 1
    issue(to="b")                   invoice 2
    issue(to="b", dry_run=True)     invoice 2 would be next, and the number is used up: issue(to="b") is invoice 3

The first call makes the data that a dry run may find; a tool that brings its data along needs none. The next answer is
that behind two real calls, and not that behind one: a log of dry runs, or a plan, does not show in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...profile.told_caches import tells_of_cache
from ...profile.told_retries import invites_retry
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.state_view import StateView, without_moments

__all__ = ["acts_on_later_calls", "acts_on_made_data"]

_CALLS = 4
#: Other calls that are made right behind the call with the switch.
_MAX_ALONE = 4

_Call = dict[str, Any]
#: Restores the state in which a check begins, with the files that a call needs.
_Begin = Callable[[_Call], None]


def acts_on_later_calls(subject: Subject, idle: _Call, real: _Call, others: Sequence[_Call], begin: _Begin) -> bool:
    """Tell whether a call with the switch changes the answer to the next real call as one without it does, twice.

    Args:
        subject: The tool.
        idle: A call with which nothing is to happen.
        real: The same call without the switch.
        others: Other real calls: the first and the last are made before and behind it, the first few behind it alone.
        begin: Restores the state in which a check begins.
    """
    return not tells_of_cache(subject.facts) and any(
        all(_shows(subject, first, idle, real, then, begin) for _ in range(2)) for first, then in _around(real, others)
    )


def acts_on_made_data(subject: Subject, idle: _Call, real: _Call, others: Sequence[_Call], begin: _Begin) -> bool:
    """Tell whether a function's call with the switch leaves changed data just as the call without it does.

    Args:
        subject: A function whose real calls have no effects but those on files.
        idle: A call with which nothing is to happen.
        real: The same call without the switch.
        others: Other real calls, of which the first one makes the data.
        begin: Restores the state in which a check begins.
    """
    if not others:
        return False

    def left_by(call: _Call) -> list[dict[str, str]]:
        begin(others[0])
        if not _made(subject, others[0])[0]:
            return []
        view = StateView(subject)
        before = view.taken(call)
        _made(subject, call)
        return [before, view.taken(call, is_settled=False)]

    dry = in_a_copy(lambda: left_by(idle), limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    if not dry or dry[0] == dry[1]:
        return False
    return bool(dry == in_a_copy(lambda: left_by(real), limit_s=_CALLS * subject.call_s, tell=subject.has_left))


def _around(real: _Call, others: Sequence[_Call]) -> Iterator[tuple[list[_Call], _Call]]:
    """Yield the calls before and behind: the same again tells of a thing that is used up, another one of a number."""
    yield [others[0] if others else real], real
    if others:
        yield [others[0]], others[-1]
    # The first call may use up what the real one needs.
    yield from (([], other) for other in others[:_MAX_ALONE])


def _shows(subject: Subject, first: list[_Call], idle: _Call, real: _Call, then: _Call, begin: _Begin) -> bool:
    without = _last_answer(subject, [*first, then], begin)
    behind = _last_answer(subject, [*first, idle, then], begin)
    # Answers that differ by chance are not the same behind the real call.
    return "" not in (without, behind) and without != behind == _last_answer(subject, [*first, real, then], begin)


def _last_answer(subject: Subject, calls: Sequence[_Call], begin: _Begin) -> str:
    """Return the answer to the last of calls in a fresh state; "" unless the first works, or if it asks to wait."""

    def made() -> str:
        begin(calls[0])
        told = [_made(subject, call) for call in calls]
        return told[-1][1] if told[0][0] else ""

    answer = made() if subject.is_served else in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return answer or ""


def _made(subject: Subject, call: _Call) -> tuple[bool, str]:
    """Return whether a call works, and its answer without moments; "" for none, and for one that asks to wait."""
    with fake_sleep():
        outcome = subject.call(call)
    said = outcome.text if outcome.raised is None else repr(outcome.raised)
    is_told = outcome.ran and not outcome.timed_out and (outcome.succeeded or not invites_retry(said))
    return outcome.succeeded, f"{outcome.succeeded} {without_moments(said)}" if is_told else ""
