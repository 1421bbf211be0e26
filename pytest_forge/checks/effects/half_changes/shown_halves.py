"""Shown halves: what a failed call has done before it met a wrong item shows in the answer to the next call.

reserve("B", [bolt 4])                                       396 bolts are left
reserve("A", [bolt 4]), reserve("B", [bolt 4])               392: the first call has taken four
reserve("A", [bolt 4, wrong]), reserve("B", [bolt 4])        392, although the first call was refused
reserve("A", [wrong, bolt 4]), reserve("B", [bolt 4])        396: with the wrong item first, nothing was done

The items may be the rows of a text, such as a table with a head.

A counter of calls or of failures, and a limit of calls, are moved on by both refused calls alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.told_caches import tells_of_cache
from ....profile.told_halves import keeps_what_came_before
from ....regex import regex
from ....strategies.mined_constants import kept_values
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.given_rows import given_rows
from ...calls.known_values import known_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import make_fresh_for
from .half_wrong_calls import renamed_texts, wrong_rows
from .wrong_items import wrong_items

__all__ = ["judge_shown_halves"]

_SHARE = 0.2
_MAX_CALLS, _MAX_BASES, _MAX_THEN, _MAX_WRONG, _CALLS = 4, 2, 3, 10, 4
_MAX_TEXT = 4_000
#: Numbers in a text that is an answer.
_WRITTEN = regex(r"(?<![\w.-])\d{1,9}(?:\.\d{1,6})?(?![\w-]|\.\d)")

_Call: TypeAlias = dict[str, Any]
#: The numbers of an answer, in its texts as well, and the lengths of its lists, by their places.
_Numbers: TypeAlias = dict[str, int | float]


class _Seen(Struct):
    """What calls in turn have shown.

    Attributes:
        worked: Whether each of them has worked.
        numbers: Those of the last answer.
    """

    worked: list[bool]
    numbers: _Numbers


def judge_shown_halves(subject: Subject) -> None:
    """Judge that a function which fails on an item of a list does nothing with the items before it.

    Ask this before any call is made in this process, which keeps what it has done. The workspace is changed.

    Raises:
        CheckFailure: If the next answer is as after a call that works, twice, and with the wrong item first it is not.
    """
    is_meant = keeps_what_came_before(subject.facts.description or "") or tells_of_cache(subject.facts)
    if is_meant or not kept_values(subject.tool):
        return
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    lists = [(call, name) for call in calls for name, items in call.items() if _has_items(items)]
    for base, name in subject.patience(_SHARE).each(lists[:_MAX_BASES]):
        for then in _next_calls(subject, base, calls):
            alone, both = _made(subject, [then]), _made(subject, [base, then])
            moved = _moved(alone, both)
            if moved:
                break
        else:
            continue
        for last, first in itertools.islice(_wrong_calls(subject, base, name), _MAX_WRONG):
            behind = _made(subject, [last, then])
            if not _is_half(alone, behind, both) or not _is_none(alone, _made(subject, [first, then])):
                continue
            if _is_half(_made(subject, [then]), _made(subject, [last, then]), both):
                raise CheckFailure(
                    "half_made_change",
                    f"A call failed at the last item of {name!r}, but the answer to the next call is as if the items "
                    "before it had been taken. Check everything before the first change, or undo it.",
                    arguments=then,
                    before=before_json([(subject.facts.name, last)]),
                )


def _is_half(alone: _Seen, behind: _Seen, both: _Seen) -> bool:
    """Tell whether a failed call has moved a number of the next answer to where a call that works moves it."""
    if behind.worked != [False, True] or alone.worked != [True]:
        return False
    return any(behind.numbers.get(place) == number for place, number in _moved(alone, both).items())


def _is_none(alone: _Seen, behind: _Seen) -> bool:
    """Tell whether a failed call leaves the next answer alone."""
    return behind.worked == [False, True] and behind.numbers == alone.numbers


def _moved(alone: _Seen, both: _Seen) -> _Numbers:
    """Return the numbers of an answer that another call before it has changed; none if one of the calls failed."""
    if not all(alone.worked) or not all(both.worked):
        return {}
    return {place: number for place, number in both.numbers.items() if alone.numbers.get(place, number) != number}


def _has_items(value: Any) -> bool:
    if isinstance(value, str):
        return value.count("\n") > 1 and any(given_rows({"": value}))
    return isinstance(value, list | Mapping) and bool(value)


def _next_calls(subject: Subject, base: _Call, calls: Sequence[_Call]) -> list[_Call]:
    """Return calls that may show what *base* has done: with other names at its side, of other kinds, and the same."""
    fits = FlatSchema(subject.schema).fits
    others = [renamed_texts(subject, base), base, *calls]
    found = [call for number, call in enumerate(others) if call not in others[:number] and fits(subject.schema, call)]
    return found[:_MAX_THEN]


def _wrong_calls(subject: Subject, base: _Call, name: str) -> Iterator[tuple[_Call, _Call]]:
    """Yield calls with another item that is probably wrong, at the end and at the beginning."""
    fits = FlatSchema(subject.schema).fits
    is_text = isinstance(base[name], str)
    for last, first in _wrong_texts(base, name) if is_text else wrong_items(known_values(subject), base, name):
        calls = ({**base, **last}, {**base, **first})
        if all(fits(subject.schema, call) for call in calls):
            yield calls


def _wrong_texts(base: _Call, name: str) -> Iterator[tuple[_Call, _Call]]:
    """Yield texts of rows with a wrong one at the end, and at the beginning: behind a head, if the text has one."""
    for table in reversed(list(given_rows({name: base[name]}))):
        for row in wrong_rows(table):
            yield table.call_with([*table.rows, row]), table.call_with([row, *table.rows])


def _made(subject: Subject, calls: list[_Call]) -> _Seen:
    """Make calls in turn in a copy of the process, and tell how they ended."""

    def made() -> list[Any]:
        make_fresh_for(subject, calls)
        with fake_sleep():
            outcomes = [subject.call(call) for call in calls]
        last = outcomes[-1]
        numbers = dict(_numbers(in_json_types(last.value), "")) if last.succeeded else {}
        return [[outcome.succeeded for outcome in outcomes], numbers]

    worked, numbers = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or ([], {})
    return _Seen(worked, numbers)


def _numbers(value: Any, place: str) -> Iterator[tuple[str, int | float]]:
    if type(value) in (int, float):
        yield place, value
    elif isinstance(value, str):
        yield from ((f"{place}:{at}", float(found)) for at, found in enumerate(_WRITTEN.findall(value[:_MAX_TEXT])))
    elif isinstance(value, Mapping | list | tuple):
        yield f"{place}#", len(value)
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _numbers(part, f"{place}/{key}")
