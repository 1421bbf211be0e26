"""Reused keys: a key that is answered as a repetition although another argument has changed, or that acts once more.

pay(key="a1", invoice=7, cents=100)     paid
pay(key="a1", invoice=7, cents=100)     paid, and already recorded
pay(key="a1", invoice=7, cents=500)     the same answer, although nothing of it was recorded
pay(key="a1", invoice=7, cents=500)     paid as well, as it is with another key
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ....profile.roles import name_words
from ....profile.told_reuse import told_reuse, told_single_use
from ....regex import regex
from ....strategies.mined_constants import author_functions
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import StateView, without_moments
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_reused_keys"]

_MAX_CALLS, _MAX_BASES, _MAX_VALUES, _MAX_TRIES = 8, 2, 2, 12
_GIVEN = "(the value of the call)"
_DIGEST = regex(r"\b[0-9a-f]{16,}\b")

_Call = dict[str, Any]
#: The answer to each call, "" for a refusal, and the data after it.
_Told = list[tuple[str, dict[str, str]]]


def judge_reused_keys(subject: Subject) -> bool:
    """Judge a tool that says what a key does that was used before; return whether there is one to judge.

    Raises:
        CheckFailure: If a key with another argument is answered like an equal call, or acts like another key.
    """
    refuses = _judge_answers(subject)
    return _judge_single_use(subject) or refuses


def _judge_answers(subject: Subject) -> bool:
    """Judge a tool that says that it refuses a key with other arguments; return whether there is one to judge.

    The key is an argument with which alone an equal call acts again. Another argument counts if a call with it alone
    leaves other data.

    Raises:
        CheckFailure: If a key with another argument is answered like an equal call.
    """
    function = next(author_functions(subject.tool), None) if not subject.is_served else None
    told = told_reuse(subject.facts, (function.__doc__ if function is not None else "") or "")
    if told is None:
        return False
    sentence, words = told
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
        changes = [one for base in calls[:_MAX_BASES] for one in _changes(subject, base, calls, sentence, words)]
    except NoCallFits:
        return False
    judged = False
    for key, name, base, other in subject.patience().each(changes[:_MAX_TRIES]):
        values = [base[name], other[name]]
        repeated = _told(subject, [base, base], values)
        again = _told(subject, [base, {**base, key: _alike(base[key])}], values)
        if not (repeated and again) or _data(repeated, 0) != _data(repeated, 1) or _data(again, 0) == _data(again, 1):
            continue
        alone = _told(subject, [other], values)
        if not alone or not alone[0][0] or _data(alone, 0) == _data(repeated, 0):
            continue
        judged = True
        reused = _told(subject, [base, other], values)
        if reused and reused[1][0] and reused[1][0] == repeated[1][0]:
            raise CheckFailure(
                "reused_key_answered",
                f'The description says "{sentence}", but after a call with another {name!r} and the same {key!r}, the '
                "tool answers as if it were an equal call. Compare all arguments with those that are stored.",
                about=name,
                arguments=other,
                before=before_json([(subject.facts.name, base)]),
            )
    return judged


def _judge_single_use(subject: Subject) -> bool:
    """Judge a tool that says that a key acts once; return whether there is one to judge.

    An equal call with the same key must leave the data alone, and one with another key must not. A call that replaces
    what the key stands for leaves other data than one with another key.

    Raises:
        CheckFailure: If a call with the same key and another argument leaves the data that another key leaves.
    """
    told = told_single_use(subject.facts)
    if told is None:
        return False
    sentence, key = told
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
        changes = [one for base in calls[:_MAX_BASES] for one in _changes_beside(subject, key, base, calls, sentence)]
    except NoCallFits:
        return False
    judged = False
    for name, base, other in subject.patience().each(changes[:_MAX_TRIES]):
        new = _alike(base[key])
        repeated, again = (_told(subject, [base, {**base, key: value}], []) for value in (base[key], new))
        if not (repeated and again) or _data(repeated, 0) != _data(repeated, 1) or _data(again, 0) == _data(again, 1):
            continue
        fresh = _told(subject, [base, {**other, key: new}], [])
        if not fresh or not fresh[1][0] or _data(fresh, 0) == _data(fresh, 1):
            continue
        judged = True
        reused = _told(subject, [base, other], [])
        if not reused or not reused[1][0] or _data(reused, 0) == _data(reused, 1):
            continue
        if _without_keys(_data(reused, 1), (base[key], new)) == _without_keys(_data(fresh, 1), (base[key], new)):
            raise CheckFailure(
                "reused_key_acts",
                f'The description says "{sentence}", but after a call with the same {key!r} and another {name!r}, the '
                f"tool acts as if {key!r} were new. Look the key up alone.",
                about=key,
                arguments=other,
                before=before_json([(subject.facts.name, base)]),
            )
    return judged


def _changes_beside(
    subject: Subject, key: str, base: _Call, calls: list[_Call], sentence: str
) -> Iterator[tuple[str, _Call, _Call]]:
    """Yield another argument than the key, a call, and the call with another value of that one, numbers first.

    An argument that the sentence names may be part of what is used once: "once for each order".
    """
    said = set(name_words(sentence)) - set(name_words(key))
    if not isinstance(base.get(key), str) or not base[key]:
        return
    names = [name for name in base if name != key and said.isdisjoint(name_words(name))]
    for name in sorted(names, key=lambda one: isinstance(base[one], str)):
        yield from ((name, base, other) for other in _with_another(subject, name, base, calls))


def _without_keys(data: dict[str, str], keys: tuple[str, ...]) -> dict[str, str]:
    """Return data with a mark for each of some keys, and for digests, which may be made of one."""
    form = re.compile("|".join(rf"(?<![\w-]){re.escape(key)}(?![\w-])" for key in keys))
    return {place: _DIGEST.sub("D", form.sub("K", text)) for place, text in data.items()}


def _changes(
    subject: Subject, base: _Call, calls: list[_Call], sentence: str, words: frozenset[str]
) -> Iterator[tuple[str, str, _Call, _Call]]:
    """Yield an argument that may be the key, another argument, a call, and the call with another value of that one."""
    said = set(name_words(sentence))
    keys = [name for name, value in base.items() if isinstance(value, str) and value and said & set(name_words(name))]
    others = [name for name in base if words & set(name_words(name)) and name not in keys[:1]]
    for key in keys:
        # A sentence may name the arguments, or speak of details in general.
        for name in others or [name for name in base if name != key]:
            if name == key:
                continue
            yield from ((key, name, base, other) for other in _with_another(subject, name, base, calls))


def _with_another(subject: Subject, name: str, base: _Call, calls: list[_Call]) -> list[_Call]:
    """Return a call with other values of an argument, those of later calls first."""
    fits = FlatSchema(subject.schema).fits
    values = [call[name] for call in calls if name in call and call[name] != base[name]]
    values += [base[name] + 1] if type(base[name]) is int else []
    distinct = [value for number, value in enumerate(values) if value not in values[:number]]
    found = [{**base, name: value} for value in reversed(distinct)]
    return [other for other in found if fits(subject.schema, other)][:_MAX_VALUES]


def _alike(value: str) -> str:
    """Return a text of the same form with another last letter or digit."""
    last = value[-1]
    return value[:-1] + (("1" if last != "1" else "2") if last.isdigit() else "b" if last != "b" else "c")


def _told(subject: Subject, calls: list[_Call], values: list[Any]) -> _Told:
    """Return what calls in a fresh world answer and leave; empty if the first one fails.

    Args:
        subject: The tool.
        calls: The calls.
        values: Values of an argument; which of them is in an answer does not count.
    """
    told = in_a_fresh_world(subject, lambda: _after_each(subject, calls, values), most_calls=4)
    return [(answer, data) for answer, data in told or []]


def _after_each(subject: Subject, calls: list[_Call], values: list[Any]) -> _Told:
    view = StateView(subject)
    told: _Told = []
    for call in calls:
        with fake_sleep():
            outcome = subject.call(call)
        if not told and not outcome.succeeded:
            return []
        answer = json.dumps(_masked(outcome.value, values), sort_keys=True, default=repr)
        told.append((without_moments(answer) if outcome.succeeded else "", view.taken(call, is_settled=False)))
    return told


def _masked(value: Any, given: list[Any]) -> Any:
    """Return an answer with a mark for each value that a call gives: that of this call, or the one that is stored."""
    if isinstance(value, dict):
        return {key: _masked(one, given) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(one, given) for one in value]
    return _GIVEN if any(type(value) is type(one) and value == one for one in given) else value


def _data(told: _Told, number: int) -> dict[str, str]:
    return told[number][1]
