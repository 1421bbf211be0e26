"""Counted repeats: a call that is counted like a new one each time, although the description says that it acts once.

queue(text="hello", key="k1")     message 1, 4 left
queue(text="hello", key="k1")     message 1, 3 left
queue(text="hello", key="k1")     message 1, 2 left: as many as after calls with three keys

A number that other keys move as well counts what a call does. One that only repetitions move counts these, and one that
is named or said to count calls counts all of them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any

from ....profile.roles import name_words
from ....profile.told_reuse import is_key
from ....profile.told_totals import counts_calls
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.state_view import StateView
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import in_a_fresh_world
from .calls_told_once import calls_told_once

__all__ = ["judge_counted_repeats", "with_other_keys"]

_TIMES, _CALLS = 3, 4
_DEEPEST, _MAX_ITEMS = 4, 8
#: Numbers that may be moments are none.
_MOST = 10**8
_ANSWER = "the answer"
_ROW = regex(r'^INSERT INTO "(?P<table>[^"]+)"', re.MULTILINE)

_Call = dict[str, Any]
#: Numbers by where they stand, and the name of each in front of them.
_Numbers = dict[str, float]


def judge_counted_repeats(subject: Subject) -> bool:
    """Judge a tool whose description says that an equal call takes effect once; return whether there is one to judge.

    Raises:
        CheckFailure: If each of equal calls moves a number of the data or of the answer as calls with other keys do.
    """
    told, calls = calls_told_once(subject)
    judged, words = False, told_words(subject)
    for call in subject.patience().each(calls):
        others = [call, *with_other_keys(subject, call, told)]
        if len(others) < _TIMES:
            continue
        repeated = _moved(subject, [call] * _TIMES)
        if repeated is None:
            continue
        judged = True
        counting = {where: by for where, by in repeated.items() if not counts_calls(words, _name_of(where))}
        new = (_moved(subject, others) or {}) if counting else {}
        for where, by in counting.items():
            # An accident does not repeat.
            if new.get(where) == by == (_moved(subject, [call] * _TIMES) or {}).get(where):
                raise CheckFailure(
                    "repeat_moves_again",
                    f'The description says "{told}", but each of equal calls moves {_shown(where)} by {abs(by):g}, as '
                    "calls with other keys do. Look for an earlier call before anything is counted.",
                    arguments=call,
                )
    return judged


def with_other_keys(subject: Subject, call: _Call, told: str) -> list[_Call]:
    """Return the call with other keys: arguments that are named as such or in the sentence, or else all texts."""
    fits = FlatSchema(subject.schema).fits
    texts = [name for name, value in call.items() if isinstance(value, str) and value]
    keys = [name for name in texts if is_key(name)]
    said = set(name_words(told))
    named = [name for name in keys if re.search(rf"\b{re.escape(name)}\b", told)]
    named = named or [name for name in keys if name_words(name)[-1] in said]
    found: list[_Call] = []
    for letter in "bcde":
        other = {**call, **{name: _ending(call[name], letter) for name in named or keys or texts}}
        if other != call and fits(subject.schema, other):
            found.append(other)
    return found[: _TIMES - 1]


def _ending(text: str, letter: str) -> str:
    return text[:-1] + (str("bcde".index(letter) + 5) if text[-1].isdigit() else letter)


def _moved(subject: Subject, calls: list[_Call]) -> _Numbers | None:
    """Return by how much calls in a fresh world move numbers, each by the same; None if one of the calls fails."""
    told = in_a_fresh_world(subject, lambda: _after_each(subject, calls), most_calls=_CALLS) or []
    if len(told) < len(calls):
        return None
    found: _Numbers = {}
    for where in told[0]:
        if all(where in numbers for numbers in told):
            steps = {round(after[where] - before[where], 6) for before, after in pairwise(told)}
            if len(steps) == 1 and 0 not in steps:
                found[where] = steps.pop()
    return found


def _after_each(subject: Subject, calls: list[_Call]) -> list[_Numbers]:
    view = StateView(subject)
    told: list[_Numbers] = []
    for call in calls:
        with fake_sleep():
            outcome = subject.call(dict(call))
        if looks_failed(outcome):
            return []
        numbers = dict(_numbers(outcome.value, _ANSWER, 0))
        # What readers are asked depends on the call, which has another key.
        for place, text in view.taken(calls[0], is_settled=False).items():
            with suppress(ValueError, RecursionError):
                numbers.update(_numbers(json.loads(text), place, 0))
            numbers.update((f"{place}\n{table}\n", count) for table, count in Counter(_ROW.findall(text)).items())
        told.append(numbers)
    return told


def _numbers(value: Any, where: str, depth: int) -> Iterator[tuple[str, float]]:
    """Yield the numbers in a value, and how many items its lists have, with where they stand."""
    if isinstance(value, bool) or depth > _DEEPEST:
        return
    if isinstance(value, int | float):
        if abs(value) < _MOST:
            yield where, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _numbers(part, f"{where}\n{key}", depth + 1)
    elif isinstance(value, list):
        yield f"{where}\n", len(value)
        for number, part in enumerate(value[:_MAX_ITEMS]):
            yield from _numbers(part, f"{where}\n{number}", depth + 1)


def _name_of(where: str) -> str:
    """Return the last name before a number that is one; that of the place if there is no other."""
    names = [part for part in where.split("\n") if name_words(part) and not part.isdigit()]
    return names[-1] if names else ""


def _shown(where: str) -> str:
    place, _, path = where.partition("\n")
    name = _name_of(path)
    number = "the number of items" if where.endswith("\n") else "a number"
    return f"{name!r} in {place}" if name and number == "a number" else f"{number} of {name or 'a list'!r} in {place}"
