"""Whole stocks: calls that ask for all that there is of something, with other names that may have no room for it.

pump("A", "C", litres=1)             works, and tells that 89 litres are left
pump("A", "B", litres=90)            all that there was: B is too small
pump("A", "no-such-entry", litres=90)

One that takes it before it looks at the other name leaves nothing, and a call that works alone fails.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....oracles.file_tree import contents_below
from ....oracles.module_memory import module_memory
from ....oracles.own_code import OwnCode
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.missing_things import UNUSED_NAME
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["WholeStock", "whole_stocks"]

#: Time limit of calls in turn, in calls.
_CALLS = 4
#: Numbers in a sentence that is an answer.
_WRITTEN = regex(r"(?<![\w.-])\d{1,9}(?:\.\d{1,6})?(?![\w-]|\.\d)")
_MAX_VARIANTS, _MAX_WORKING, _MAX_STOCKS, _MAX_NAMES = 12, 4, 3, 3
_MAX_SUSPECTS, _MAX_FILES, _MAX_BYTES = 3, 40, 1 << 18

_Call = dict[str, Any]


class WholeStock(Struct, frozen=True):
    """Calls of which one may take away what the other one needs.

    Attributes:
        works: A call that works.
        takes_all: One for all that there may be, which is refused and changes something.
    """

    works: _Call
    takes_all: _Call


def whole_stocks(subject: Subject, call: _Call) -> Iterator[WholeStock]:
    """Yield calls that work, each with one for all that there may be of what it takes.

    Args:
        subject: A function.
        call: One of its calls that works.
    """
    amounts = [name for name, value in call.items() if type(value) in (int, float) and value > 0]
    names = [name for name, value in call.items() if isinstance(value, str) and value]
    if not amounts or not names:
        return
    fits = FlatSchema(subject.schema).fits
    others = {name: _others(subject, name, call[name]) for name in names}
    variants = [one for one in _variants(call, others) if fits(subject.schema, one)][:_MAX_VARIANTS]

    answers = _answers(subject, variants)
    worked = [one for one, numbers in zip(variants, answers, strict=False) if numbers is not None]
    for one in worked[:_MAX_WORKING]:
        # Those before it may have moved something.
        left = _answers(subject, [one]) if one != call else answers[:1]
        numbers = left[0] if left and left[0] is not None else []
        calls: list[_Call] = []
        for amount in amounts:
            for stock in _stocks(subject, one, amount, numbers):
                whole = {**one, amount: stock}
                known = {name: [two for two in others[name] if two != one[name]][:_MAX_NAMES] for name in names}
                calls += [whole, *({**whole, name: two} for name in names for two in [*known[name], UNUSED_NAME])]
        suspects = _suspects(subject, [other for other in calls if fits(subject.schema, other)])
        yield from (WholeStock(one, suspect) for suspect in suspects)


def _answers(subject: Subject, calls: list[_Call]) -> list[list[int | float] | None]:
    """Return the numbers in the answers to calls that are made in turn, None for one that fails."""

    def told() -> list[list[int | float] | None]:
        make_fresh_for(subject, calls)
        with fake_sleep():
            outcomes = [subject.call(dict(one)) for one in calls]
        return [list(_numbers(in_json_types(one.value))) if one.succeeded else None for one in outcomes]

    return in_a_copy(told, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []


def _suspects(subject: Subject, calls: list[_Call]) -> list[_Call]:
    """Return the calls that are refused and change something, where all are made in turn."""

    def changing() -> list[int]:
        make_fresh_for(subject, calls)
        found = []
        before = _data(subject)
        for number, call in enumerate(calls):
            with fake_sleep():
                outcome = subject.call(dict(call))
            after = _data(subject)
            if outcome.ran and not outcome.succeeded and after != before:
                found.append(number)
            if outcome.timed_out or len(found) == _MAX_SUSPECTS:
                break
            before = after
        return found

    numbers: list[int] = in_a_copy(changing, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []
    return [calls[number] for number in numbers]


def _data(subject: Subject) -> tuple[dict[str, str], list[dict[Path, bytes]]]:
    """Return what the modules of a function hold, and its files."""
    folders = (subject.sandbox.workspace, subject.sandbox.home)
    return module_memory(OwnCode(subject.tool)), [
        contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES) for folder in folders
    ]


def _variants(call: _Call, others: Mapping[str, list[str]]) -> Iterator[_Call]:
    """Yield the call, with two of its names in each other's place, and with another one in the place of each."""
    yield call
    for first, second in itertools.combinations(others, 2):
        yield {**call, first: call[second], second: call[first]}
    for number in range(_MAX_NAMES):
        yield from ({**call, name: known[number]} for name, known in others.items() if number < len(known))


def _stocks(subject: Subject, call: _Call, amount: str, left: list[int | float]) -> list[int | float]:
    """Return numbers that may be all that there is, the likeliest first: what is left in an answer, and the amount."""
    value = call[amount]
    likely = [number + value for number in left if number > 0]
    held = sorted((one for one in known_values(subject).values_for(amount, value) if one > value), reverse=True)
    return [type(value)(one) for one in dict.fromkeys([*likely, *held])][:_MAX_STOCKS]


def _others(subject: Subject, name: str, value: str) -> list[str]:
    """Return other names: those beside it in the tool's own data, and those that descriptions show."""
    held, quoted = known_values(subject), quoted_values(subject)
    return list(dict.fromkeys([*held.siblings(name, value), *quoted.values_for(name, value)]))


def _numbers(value: Any) -> Iterator[int | float]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value
    elif isinstance(value, str):
        yield from map(float, _WRITTEN.findall(value))
