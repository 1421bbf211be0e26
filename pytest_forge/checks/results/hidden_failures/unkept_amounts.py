"""Unkept amounts: a number that is told as if an amount were added to it, and to which nothing was added.

move(from="north", to="south", units=2)    {"north": 38, "south": 7}
move(from="north", to="south", units=2)    {"north": 36, "south": 9}
move(from="north", to="south", units=3)    {"north": 33, "south": 12}

move(from="north", to="east", units=2)     {"north": 38, "east": 2}
move(from="north", to="east", units=2)     {"north": 36, "east": 2}: an UPDATE that has met no row
move(from="north", to="east", units=3)     {"north": 33, "east": 3}

A number that follows the amount of each call alone may be meant to, as that of a preview or of a setting. Here, another
number of the same answers still takes each amount, or the call names something that is not there and changes no data.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import UNUSED_NAME
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_unkept_amounts"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_CALLS, _MAX_BASES, _MAX_OTHERS, _MAX_VALUES = 8, 3, 12, 6
#: Amounts of three calls that differ in nothing else; counts of calls move by one.
_AMOUNTS = (2, 2, 3)
_CALLS_OF_COPY = 6

_Call = dict[str, Any]
#: The numbers of each answer by place, and whether the data have changed.
_Told = tuple[list[dict[str, float]], bool]


def judge_unkept_amounts(subject: Subject) -> None:
    """Judge that a number which takes the amount of each call does so whichever things the calls name.

    Raises:
        CheckFailure: If it follows the amount of the latest call alone for other things, twice.
    """
    patience = subject.patience(_SHARE)
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return
    for base, amount in itertools.islice(_bases(subject, calls), _MAX_BASES):
        if patience.is_over:
            return
        usual, changes = _told(subject, base, amount)
        added = _added(usual)
        if not added or not changes:
            continue
        for other in _others(subject, base, calls):
            if patience.is_over:
                return
            place = _unkept(subject, other, amount, added)
            if place and _unkept(subject, other, amount, added) == place:
                raise CheckFailure(
                    "amount_unkept",
                    f"Each of equal calls told {place!r} with its {amount!r} counted in, and the next one did not find "
                    "it there, as it does for other names. Report a change that has met nothing as a failure.",
                    about=amount,
                    arguments={**other, amount: _AMOUNTS[-1]},
                )
        return


def _bases(subject: Subject, calls: Sequence[_Call]) -> Iterator[tuple[_Call, str]]:
    """Yield calls, each with an argument that may be an amount."""
    fits = FlatSchema(subject.schema).fits
    for call in calls:
        texts = [name for name, value in call.items() if isinstance(value, str)]
        for name, value in call.items() if texts else ():
            if type(value) in (int, float) and all(fits(subject.schema, {**call, name: one}) for one in _AMOUNTS):
                yield call, name


def _others(subject: Subject, base: _Call, calls: Sequence[_Call]) -> Iterator[_Call]:
    """Yield the call with other texts: those of other calls, in pairs as well, and one that names nothing."""
    fits = FlatSchema(subject.schema).fits
    texts = {name: _values(name, calls) for name, value in base.items() if isinstance(value, str)}
    single = [{name: value} for name, values in texts.items() for value in values if value != base[name]]
    pairs = [
        {first: one, second: other}
        for first, second in itertools.combinations(texts, 2)
        for one, other in itertools.product(texts[first], texts[second])
        if one != base[first] and other != base[second]
    ]
    unused = [{name: UNUSED_NAME} for name in texts]
    found = [{**base, **changed} for changed in (*unused, *single, *pairs)]
    yield from itertools.islice((call for call in found if fits(subject.schema, call)), _MAX_OTHERS)


def _values(name: str, calls: Sequence[_Call]) -> list[str]:
    found = dict.fromkeys(call[name] for call in calls if isinstance(call.get(name), str))
    return list(found)[:_MAX_VALUES]


def _unkept(subject: Subject, call: _Call, amount: str, added: Mapping[str, int]) -> str:
    """Return a place of *added* whose number follows the amount of each call alone; empty without one."""
    answers, changes = _told(subject, call, amount)
    followed = [place for place, sign in added.items() if answers and _follows(answers, place, sign)]
    still = [place for place in _added(answers) if place in added]
    is_nothing = UNUSED_NAME in call.values() and not changes
    return followed[0] if followed and (still or is_nothing) else ""


def _added(answers: Sequence[Mapping[str, float]]) -> dict[str, int]:
    """Return the places whose number takes the amount of each call, with the sign."""
    if not answers:
        return {}
    found = {}
    for place, sign in itertools.product(answers[0], (1, -1)):
        steps = [sign * _AMOUNTS[1], sign * _AMOUNTS[2]]
        numbers = [answer[place] for answer in answers if place in answer]
        if len(numbers) == len(_AMOUNTS) and [numbers[1] - numbers[0], numbers[2] - numbers[1]] == steps:
            found[place] = sign
    return found


def _follows(answers: Sequence[Mapping[str, float]], place: str, sign: int) -> bool:
    numbers = [answer[place] for answer in answers if place in answer]
    if len(numbers) < len(_AMOUNTS):
        return False
    first, second, third = numbers
    return first == second and third - second == sign * (_AMOUNTS[2] - _AMOUNTS[1])


def _told(subject: Subject, call: _Call, amount: str) -> _Told:
    """Return the numbers that calls with the amounts tell in a fresh world; none if one of them fails."""
    told = in_a_fresh_world(subject, lambda: _after_each(subject, call, amount), most_calls=_CALLS_OF_COPY)
    answers, changes = told or ([], False)
    return answers, changes


def _after_each(subject: Subject, call: _Call, amount: str) -> _Told:
    view = StateView(subject)
    answers: list[dict[str, float]] = []
    before: dict[str, str] = {}
    for one in _AMOUNTS:
        with fake_sleep():
            outcome = subject.call({**call, amount: one})
        if not outcome.succeeded or outcome.timed_out:
            return [], False
        answers.append(dict(_numbers(in_json_types(outcome.value))))
        # The first call may make the store.
        before = before or view.taken(call, is_settled=False)
    return answers, bool(view.changed(before, view.taken(call, is_settled=False)))


def _numbers(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _numbers(part, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _numbers(part, f"{place}[{number}]")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place, value
