"""Zero repeats: a call that is noticed when it is repeated, unless its answer was 0, which counts as none.

book(points=40, key="k1")      290
book(points=-145, key="k2")    145
book(points=-145, key="k2")    145: the call is noticed
book(points=-290, key="k2")    0, if it comes behind the first one
book(points=-290, key="k2")    -290: it is not
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import in_a_fresh_world
from .calls_told_once import calls_told_once
from .counted_repeats import with_other_keys

__all__ = ["judge_zero_repeats"]

_MAX_PLACES, _MAX_TRIES, _CALLS = 3, 12, 3
_DEEPEST = 3
#: Numbers that may be moments are none.
_MOST = 10**8

_Call = dict[str, Any]
#: Numbers of an answer by where they stand.
_Numbers = dict[str, float]


def judge_zero_repeats(subject: Subject) -> bool:
    """Judge a tool whose description says that an equal call takes effect once; return whether a 0 was repeated.

    The amount of a call is chosen so that a number of its answer becomes 0. A repetition of such a call that leaves
    half of the number must be noticed.

    Raises:
        CheckFailure: If the repetition of a call that answered 0 moves the number on by the amount, twice.
    """
    told, calls = calls_told_once(subject)
    tries = [one for call in calls for one in _tries(subject, call, told)]
    judged = False
    for call, other, name in subject.patience().each(tries[:_MAX_TRIES]):
        first = _answers(subject, [call])
        for place in _places(first[0]) if first else ():
            before = first[0][place]
            for sign in (-1, 1):
                emptied, halved = ({**other, name: sign * amount} for amount in (before, _half(before)))
                zero = _repeated(subject, call, emptied, place)
                if not zero or zero[0]:
                    continue
                left = _repeated(subject, call, halved, place)
                if not left or not left[0] or left[0] == before or left[0] != left[1]:
                    continue
                judged = True
                # An accident does not repeat.
                if math.isclose(zero[1], -before) and _repeated(subject, call, emptied, place) == zero:
                    raise CheckFailure(
                        "repeat_moves_again",
                        f'The description says "{told}", but the repetition of a call that answered 0 moves the number '
                        f"again, by {abs(before):g}. Ask whether there is an answer that is kept, not whether it is "
                        "true.",
                        arguments=emptied,
                        before=before_json([(subject.facts.name, call), (subject.facts.name, emptied)]),
                    )
    return judged


def _tries(subject: Subject, call: _Call, told: str) -> Iterator[tuple[_Call, _Call, str]]:
    """Yield a call, the call with another key, and an argument that is a number."""
    for other in with_other_keys(subject, call, told)[:1]:
        yield from ((call, other, name) for name, value in call.items() if type(value) in (int, float))


def _places(numbers: _Numbers) -> list[str]:
    return [place for place, number in numbers.items() if 2 <= abs(number) < _MOST][:_MAX_PLACES]


def _half(number: float) -> float:
    return number // 2 if isinstance(number, int) else number / 2


def _repeated(subject: Subject, call: _Call, other: _Call, place: str) -> list[float]:
    """Return a number of the answers to another call behind a call, and to its repetition; none if one fails."""
    if not FlatSchema(subject.schema).fits(subject.schema, other):
        return []
    answers = _answers(subject, [call, other, other])
    return [numbers[place] for numbers in answers[1:]] if all(place in numbers for numbers in answers) else []


def _answers(subject: Subject, calls: list[_Call]) -> list[_Numbers]:
    """Return the numbers that calls in a fresh world answer; none if one of them fails."""
    return in_a_fresh_world(subject, lambda: _after_each(subject, calls), most_calls=_CALLS) or []


def _after_each(subject: Subject, calls: list[_Call]) -> list[_Numbers]:
    told: list[_Numbers] = []
    for call in calls:
        with fake_sleep():
            outcome = subject.call(dict(call))
        if looks_failed(outcome):
            return []
        told.append(dict(_numbers(outcome.value, "the answer", 0)))
    return told


def _numbers(value: Any, where: str, depth: int) -> Iterator[tuple[str, float]]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield where, value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, part in value.items():
            yield from _numbers(part, f"{where}/{key}", depth + 1)
