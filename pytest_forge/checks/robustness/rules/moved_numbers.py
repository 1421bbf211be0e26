"""Moved numbers: a measure of spread that is lost when all numbers are moved by a large constant.

deviation([1, 2, 4])                   1.247
deviation([1001, 1002, 1004])          1.247
deviation([10**9 + 1, 10**9 + 2 ...])  0.0: the mean of the squares less the square of the mean has no digits left
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .rounding_model import numbers_by_place

__all__ = ["judge_moved_numbers"]

_SHARE = 0.08
_MAX_BASES, _MAX_SLOTS = 4, 4
#: Numbers in no order and at no equal distances, and others beside them.
_NUMBERS, _BESIDE = (1, 2, 4, 8, 3, 11, 6, 5), (2, 9, 1, 8, 3, 8, 1, 9)
#: Constants that show what stays, and those at which inexact sums lose more and more digits.
_SMALL, _LARGE = (7, 93, 1_001), (10**5, 10**6, 10**7, 10**8, 3 * 10**8, 10**9)
#: Relative differences: of what stays, of the first loss, of the losses before the last, and of no correct digit.
_SAME, _FIRST, _LITTLE, _LOST = 1e-7, 1e-3, 0.25, 0.5
_SINGLE = regex(r"\bfloat ?32\b|\bsingle[- ]precision\b|\b32[- ]bits?\b", re.IGNORECASE)


class _Slot(Struct, frozen=True):
    """A list of numbers, or of records or lists with one, in a call.

    Attributes:
        call: The call.
        name: The argument.
        key: The field of the records, or the place in the lists; None for plain numbers.
        kind: Whether they are whole numbers.
    """

    call: dict[str, Any]
    name: str
    key: str | int | None
    kind: type[int] | type[float]

    def moved(self, by: int) -> dict[str, Any]:
        """Return the call with the same numbers moved by a constant, and with as many in other lists."""
        changed = dict(self.call)
        for name, value in self.call.items():
            if isinstance(value, list) and value and list(_keys(value[0])):
                rows = zip(_NUMBERS, _BESIDE, strict=True)
                changed[name] = [
                    _row(value[0], self.key, self.kind(number + by), self.kind(beside))
                    if name == self.name
                    else _row(value[0], "", 0, self.kind(beside))
                    for number, beside in rows
                ]
        return changed


def judge_moved_numbers(subject: Subject) -> bool:
    """Judge that what stays when all numbers of a list are moved by a small constant stays by a large one, too.

    It must be no whole number. Only a loss that grows with the constant is judged: one that begins in the last digits,
    as that of inexact sums does, and ends without a correct one.

    Returns:
        Whether a number of the answer stays.

    Raises:
        CheckFailure: If it is lost beside a large constant, twice.
    """
    slots = list(_slots(subject))[:_MAX_SLOTS]
    if not slots or _SINGLE.search(all_told_words(subject)):
        return False
    judged = False
    with FastCalls(subject) as fast:
        for slot in subject.patience(_SHARE).each(slots):
            usual = _answered(fast, slot, 0)
            kept = [place for place, number in usual.items() if number % 1]
            for by in _SMALL if kept else ():
                moved = _answered(fast, slot, by)
                kept = [place for place in kept if place in moved and _distance(usual[place], moved[place]) <= _SAME]
            judged = judged or bool(kept)
            lost = _lost(fast, slot, usual, kept) if kept else None
            # An accident does not repeat.
            if lost is not None and _lost(fast, slot, usual, kept) == lost:
                place, by, number = lost
                raise CheckFailure(
                    "lost_beside_offset",
                    f"{place.strip('/') or 'The answer'!r} stays {usual[place]:.6g} if {_SMALL[-1]} is added to each "
                    f"number, but becomes {number:.6g} if {by} is added. Subtract the mean from each number before "
                    "you square it: the squares of large numbers leave no digits for what is between them.",
                    about=place.strip("/"),
                    arguments=slot.moved(by),
                )
    return judged


def _slots(subject: Subject) -> Iterator[_Slot]:
    """Yield the lists of ordinary calls, each field of their records once."""
    nodes = subject.schema.get("properties") or {}
    if not any("array" in str(node) or "list" in str(node) for node in nodes.values()):
        return
    fits = FlatSchema(subject.schema).fits
    seen = set()
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        call = {name: _of_pairs(value) for name, value in base.items()}
        for name, value in call.items():
            for key in _keys(value[0]) if isinstance(value, list) and value else ():
                for kind in (float, int):
                    slot = _Slot(call, name, key, kind)
                    if (name, key) not in seen and fits(subject.schema, slot.moved(0)):
                        seen.add((name, key))
                        yield slot


def _of_pairs(value: Any) -> Any:
    """Return a list of lists with one number each as one of pairs, which they are more likely to be."""
    is_of_ones = isinstance(value, list) and value and isinstance(value[0], list) and len(value[0]) == 1
    return [[*value[0], *value[0]]] if is_of_ones else value


def _keys(item: Any) -> Iterator[str | int | None]:
    """Yield the fields of a record, or the places of a list, that hold a number; None for a number."""
    if _is_number(item):
        yield None
    elif isinstance(item, Mapping | list):
        parts = item.items() if isinstance(item, Mapping) else enumerate(item)
        yield from (key for key, part in parts if _is_number(part))


def _row(item: Any, key: str | int | None, number: float, beside: float) -> Any:
    """Return an item of a list with a number at a place, and another one at others."""
    if isinstance(item, Mapping):
        return {at: (number if at == key else beside) if _is_number(part) else part for at, part in item.items()}
    if isinstance(item, list):
        return [(number if at == key else beside) if _is_number(part) else part for at, part in enumerate(item)]
    return number if key is None else beside


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _answered(fast: FastCalls, slot: _Slot, by: int) -> dict[str, float]:
    outcome = fast.call(slot.moved(by))
    if not outcome.succeeded:
        return {}
    return {place: float(number) for place, number in numbers_by_place(outcome.value).items()}


def _distance(usual: float, number: float) -> float:
    return abs(number - usual) / abs(usual)


def _lost(
    fast: FastCalls, slot: _Slot, usual: Mapping[str, float], kept: Sequence[str]
) -> tuple[str, int, float] | None:
    """Return a place whose number is lost beside a large constant, the constant and the number; None without one."""
    answers = [(by, _answered(fast, slot, by)) for by in _LARGE]
    for place in kept:
        before: list[float] = []
        for by, answer in answers:
            if place not in answer:
                break
            away = _distance(usual[place], answer[place])
            if away > _LOST:
                is_begun = any(one > _SAME for one in before) and max(before) <= _LITTLE and before[0] <= _FIRST
                if is_begun:
                    return place, by, answer[place]
                break
            before.append(away)
    return None
