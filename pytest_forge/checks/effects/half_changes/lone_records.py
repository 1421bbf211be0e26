"""Lone records: of those that a call names, another tool has made one alone, and the call is refused after a change.

add_item(sku="a", units=3)                       the stock is 3
order(sku="a", units=1, customer="no-such")      refused, since there is no customer; the stock is 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....profile.lock_outs import counts_failures
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.made_records import calls_naming
from ...calls.preparation.needed_records import call_with_needs
from ...calls.preparation.record_chains import values_of_steps
from ...calls.preparation.record_makers import Maker, aligned_calls, makers_of
from ...calls.sequences import before_json
from ...calls.state_view import StateView

__all__ = ["judge_lone_records"]

#: Share of a check's time.
_SHARE = 0.2
#: Tools that make a record, calls that name it, and values of each argument.
_MAX_MAKERS, _MAX_CALLS, _MAX_VALUES = 3, 6, 2
_ANSWER = "the answer of "

_Steps = list[tuple[str, Outcome]]


def judge_lone_records(subject: Subject, calls: Sequence[dict[str, Any]]) -> None:
    """Judge a server's tool of which no call works: what is made of its records stays as it is when it is refused.

    Each call finds a server that has just been started, and the records of one other tool, with what that one needs.

    Args:
        subject: The tool.
        calls: Ordinary calls, which are all refused.

    Raises:
        CheckFailure: If a refused call changes an answer of a reader, twice.
    """
    if not calls or counts_failures(subject.facts.description or ""):
        return
    base = calls[0]
    view = StateView(subject, of_calls=False)
    patience = subject.patience(_SHARE)
    for maker in makers_of(subject, base)[:_MAX_MAKERS]:
        for number in range(_MAX_CALLS):
            if patience.is_over:
                return
            found = _changed(subject, view, maker, base, number)
            if found is None:
                break
            steps, call, places = found
            again = _changed(subject, view, maker, base, number) if places else None
            left = [place for place in places if again is not None and place in again[2]]
            if left:
                raise CheckFailure(
                    "half_made_change",
                    f"A call failed, but had changed {left[-1]} before. Check everything before the first change, or "
                    "undo it.",
                    arguments=call,
                    before=before_json([(name, reply.arguments) for name, reply in steps]),
                )
    subject.renew()


def _changed(
    subject: Subject, view: StateView, maker: Maker, base: dict[str, Any], number: int
) -> tuple[_Steps, dict[str, Any], list[str]] | None:
    """Return the calls that make a record, a call that names it, and the answers that it changes though it is refused.

    Args:
        subject: The tool.
        view: Its data.
        maker: The tool that makes the record.
        base: An ordinary call.
        number: Which of the calls that name the record.

    Returns:
        None if there is no such record, or no further call.
    """
    subject.renew()
    steps = _made(subject, maker, base)
    call = next((one for place, one in enumerate(_naming(subject, steps, base)) if place == number), None)
    if call is None:
        return None
    before = view.taken(call)
    with fake_sleep():
        outcome = subject.call(call)
    if outcome.succeeded or outcome.timed_out or not outcome.ran or counts_failures(outcome.text):
        return steps, call, []
    changed = view.changed(before, view.taken(call, is_settled=False))
    return steps, call, [place for place in changed if place.startswith(_ANSWER) and place in before]


def _made(subject: Subject, maker: Maker, base: dict[str, Any]) -> _Steps:
    """Let a tool make a record, and others what that needs; return their replies, none if it makes none."""
    for arguments in aligned_calls(maker[0], base)[:1]:
        tool = subject.beside(*maker)
        reply = tool.call(arguments)
        if not looks_failed(reply):
            return [(maker[0].name, reply)]
        needed = call_with_needs(tool, arguments, subject.neighbours)
        if needed is not None:
            return [*needed[0], (maker[0].name, needed[1])]
    return []


def _naming(subject: Subject, steps: _Steps, base: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield calls that name the record that was made last, or in one argument what the answers of the steps tell."""
    if not steps:
        return
    fits = FlatSchema(subject.schema).fits
    values_for = values_of_steps(steps)
    calls = list(calls_naming(steps[-1][1], base, subject.schema))
    calls += [
        {**base, name: value}
        for name, old in base.items()
        if isinstance(old, str | int) and not isinstance(old, bool)
        for value in values_for(name, old)[:_MAX_VALUES]
    ]
    seen: list[dict[str, Any]] = []
    for call in calls:
        if call not in seen and fits(subject.schema, call):
            seen.append(call)
            yield call
