"""Told repeats: amounts that an equal call moves again, although the description says that it takes effect once.

    deposit(account, cents=7, key)   balance 7, then 14, then 21

A sentence may promise less than a declaration, so that a record of each call, or a count of calls, shows nothing. An
amount of the call that is added every time does.
"""

from __future__ import annotations

from typing import Any

from ....profile.told_repeats import told_repeats
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView, without_moments
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_told_repeats"]

_MAX_CALLS, _MAX_COPIES = 8, 4
_TIMES = 3
#: Added to numbers of ordinary calls: counts of calls move by one.
_MORE = 6
_CALLS = 4
_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_ANSWER = "the answer"

#: Texts by place, one for each of equal calls.
_States = list[dict[str, str]]


def judge_told_repeats(subject: Subject) -> bool:
    """Judge a tool whose description says that an equal call takes effect once; return whether there is one to judge.

    Raises:
        CheckFailure: If each of equal calls adds an amount of the call, or takes it off.
    """
    told = told_repeats(subject.facts)
    try:
        calls = _with_amounts(subject) if told else []
    except NoCallFits:
        return False
    judged = 0
    for call in subject.patience().each(calls):
        states = _states(subject, call)
        judged += bool(states)
        place = _moved(states, _amounts(call))
        # An accident does not repeat.
        if place and _moved(_states(subject, call), _amounts(call)) == place:
            raise CheckFailure(
                "repeat_moves_again",
                f'The description says "{told}", but each of equal calls moves a number in {place} by an amount of the '
                "call. Leave the data alone if the call was made before.",
                arguments=call,
            )
        if judged == _MAX_COPIES:
            break
    return judged > 0


def _with_amounts(subject: Subject) -> list[dict[str, Any]]:
    """Return ordinary calls in which each whole number is large enough to be told from a count."""
    fits = FlatSchema(subject.schema).fits
    found: list[dict[str, Any]] = []
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        for name, value in call.items():
            if type(value) is int and fits(subject.schema, more := {**call, name: value + _MORE}):
                found.append(more)
        found.append(call)
    return [call for number, call in enumerate(found) if _amounts(call) and call not in found[:number]]


def _amounts(call: dict[str, Any]) -> set[float]:
    return {abs(value) for value in call.values() if type(value) in (int, float) and abs(value) > 1}


def _states(subject: Subject, call: dict[str, Any]) -> _States:
    """Return the data and the answer after each of equal calls in a fresh world; none if one of the calls fails."""
    return in_a_fresh_world(subject, lambda: _after_each(subject, call), most_calls=_CALLS) or []


def _after_each(subject: Subject, call: dict[str, Any]) -> _States:
    view = StateView(subject)
    states: _States = []
    while len(states) < _TIMES:
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.succeeded:
            return []
        states.append({_ANSWER: without_moments(outcome.text), **view.taken(call, is_settled=False)})
    return states


def _moved(states: _States, amounts: set[float]) -> str:
    """Return the place of a number that each call moves by the same amount of the call; empty without one."""
    for place in states[0] if states else ():
        texts = [state.get(place, "") for state in states]
        if len({_NUMBER.sub("0", text) for text in texts}) > 1:
            continue
        for numbers in zip(*(_NUMBER.findall(text) for text in texts), strict=True):
            first, second, third = map(float, numbers)
            if second - first == third - second and abs(second - first) in amounts:
                return place
    return ""
