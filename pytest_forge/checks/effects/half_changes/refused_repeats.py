"""Refused repeats: a call that is refused, and answered as done when it is sent again unchanged.

pay(key="r-1", amount=9000)     refused: the account does not hold that much
pay(key="r-1", amount=9000)     paid: the key was stored before the amount was checked
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from ....profile.told_retries import invites_retry
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.schemas.limits import bounds
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import calls_out_of_proportion, failing_calls
from .late_repeats import judge_late_repeats

__all__ = ["judge_refused_repeats"]

_MAX_CALLS, _MAX_WRONG = 16, 4
_MUCH = 10**6
#: Time limit of all calls in turn, in calls.
_CALLS = 4


def judge_refused_repeats(subject: Subject, worked: dict[str, Any], begin: Callable[[dict[str, Any]], None]) -> None:
    """Judge that a refused call is refused when it is repeated, since nothing has happened meanwhile.

    A refusal that asks for another attempt, or tells of a time, is not judged.

    Args:
        subject: A tool that is not declared read-only.
        worked: A call that works.
        begin: Restores the state in which a check begins, with the files that a call needs.

    Raises:
        CheckFailure: If a call is refused at first, and not the second time, twice in a fresh state.
    """
    calls = list(itertools.islice(_calls(subject, worked), _MAX_CALLS))
    if calls and subject.is_served:
        # The call that works may have used up what a refused one takes, such as a key of its own.
        begin(calls[0])
    for call in subject.patience().each(calls if subject.is_served else _done_at_first_sight(subject, calls, begin)):
        shown = not subject.is_served or _is_done_at_once(subject, call)
        if shown and all(_is_done_afresh(subject, call, begin) for _ in range(2)):
            raise CheckFailure(
                "refused_then_done",
                "A call was refused, and the same call right behind it was answered as done. "
                "Check everything before anything is stored, and take a refused call for one that was not made.",
                arguments=call,
            )
    judge_late_repeats(subject, calls, begin)


def _done_at_first_sight(
    subject: Subject, calls: list[dict[str, Any]], begin: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    """Return the calls of a function for which it shows if all are tried in turn, in one copy; all if it is lost."""

    def made() -> list[int]:
        found = []
        for number, call in enumerate(calls):
            begin(call)
            if _is_done_at_once(subject, call):
                found.append(number)
        return found

    shown: list[int] | None = in_a_copy(made, limit_s=_CALLS * subject.call_s)
    return calls if shown is None else [calls[number] for number in shown]


def _is_done_afresh(subject: Subject, call: dict[str, Any], begin: Callable[[dict[str, Any]], None]) -> bool:
    """Tell whether it shows in a fresh state; for a function in a copy of the process, which has its own memory."""

    def made() -> bool:
        begin(call)
        return _is_done_at_once(subject, call)

    return made() if subject.is_served else bool(in_a_copy(made, limit_s=2 * subject.call_s, tell=subject.has_left))


def _calls(subject: Subject, worked: dict[str, Any]) -> Iterator[dict[str, Any]]:
    fits = FlatSchema(subject.schema).fits
    properties = subject.schema.get("properties") or {}
    for name, value in reversed(worked.items()):
        if type(value) is int:
            high = bounds(properties.get(name) or {}, whole=True)[1]
            more = {**worked, name: _MUCH if high is None else int(high)}
            # A key of an earlier call is known already.
            renamed = ({**more, text: f"{key}2"} for text, key in worked.items() if isinstance(key, str) and key)
            yield from (call for call in (more, *renamed) if fits(subject.schema, call))
    yield from calls_out_of_proportion(subject, worked)
    wrong = (call for call in failing_calls(subject, [worked]) if call)
    yield from itertools.islice(wrong, _MAX_WRONG)


def _is_done_at_once(subject: Subject, call: dict[str, Any]) -> bool:
    first = _made(subject, call)
    return _is_refused(first) and _made(subject, call).succeeded


def _is_refused(outcome: Outcome) -> bool:
    if not outcome.ran or outcome.succeeded or outcome.timed_out:
        return False
    said = str(outcome.raised) if outcome.raised is not None else outcome.text
    return not invites_retry(said)


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
