"""Wrapped ranges: a range over the place where a circle begins, which has other items than its two parts.

"A section that contains the 180th meridian has a west that is greater than its east."
ports(west=150, east=180)      Noumea, Suva
ports(west=-180, east=-150)    Apia
ports(west=150, east=-150)     Lagos, Lima, Turku: the rest of the world
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from ....profile.roles import Role, name_words, role_of
from ....profile.told_wraps import Wrap, told_wrap, wraps
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit
from .whole_lists import whole_call

__all__ = ["judge_wrapped_ranges"]

_MAX_BASES = 3
#: Where ranges begin and end, as shares of the circle, and where it is cut for a proof that ranges add up.
_RANGES = ((0.97, 0.03), (0.9, 0.1), (0.8, 0.2), (0.92, 0.25), (0.75, 0.08), (0.6, 0.4))
_CUTS = (0.5037, 0.3021)
_SOUTH, _NORTH = frozenset(("south", "southern", "bottom")), frozenset(("north", "northern", "top"))

_Call: TypeAlias = dict[str, Any]
_Items: TypeAlias = set[str]


def judge_wrapped_ranges(subject: Subject) -> bool:
    """Judge that a range over the beginning of a circle has the items of its two parts, if the description tells of it.

    Other ranges must show that the items of two parts are those of both together.

    Returns:
        Whether they do, and such a range has items.

    Raises:
        CheckFailure: If such a range has other items, twice.
    """
    if subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    found = list(wraps(view.arguments))
    sentence = told_wrap(all_told_words(subject)) if found else ""
    judged = False
    with FastCalls(subject) as fast:
        for base, wrap in [(base, wrap) for wrap in found for base in _bases(subject, view)] if sentence else ():
            ranges = _Ranges(subject, view, fast, base, wrap)
            judged = ranges.judge(sentence) or judged
    return judged


class _Ranges:
    """Ranges of a call.

    Args:
        subject: The tool.
        view: Its schema.
        fast: Makes the calls.
        base: The call.
        wrap: Which of its arguments are the ends.
    """

    def __init__(self, subject: Subject, view: FlatSchema, fast: FastCalls, base: _Call, wrap: Wrap) -> None:
        self._subject, self._view, self._fast, self._base, self._wrap = subject, view, fast, base, wrap

    def judge(self, sentence: str) -> bool:
        """Judge ranges over the beginning; return whether one has items."""
        if not self._add_up():
            return False
        judged = False
        for first, last in _RANGES:
            ends = self._at(first), self._at(last)
            parts, whole = self._parts(*ends), self._items(*ends)
            if parts is None or whole is None or not (parts or whole):
                continue
            judged = True
            if whole != parts and self._items(*ends) == whole and self._parts(*ends) == parts:
                wrap = self._wrap
                name = f"{wrap.first!r} and {wrap.last!r}" if wrap.last else repr(wrap.first)
                raise CheckFailure(
                    "wrapped_range_differs",
                    f'The description says "{sentence}", but with {ends[0]:g} and {ends[1]:g} in {name}, the answer '
                    f"is not that of {ends[0]:g} to {wrap.high:g} and of {wrap.low:g} to {ends[1]:g}. Such a range has "
                    "what is above its first end or below its last one.",
                    about=wrap.first,
                    arguments=self._call(*ends),
                )
        return judged

    def _add_up(self) -> bool:
        """Tell whether all items are those of two ranges that touch, with the items at several places."""
        low, high, step = self._wrap.low, self._wrap.high, int(self._wrap.is_counted)
        everything = self._items(low, high)
        if not everything:
            return False
        for share in _CUTS:
            cut = self._at(share)
            parts = self._items(low, cut), self._items(cut + step, high)
            if parts[0] is None or parts[1] is None or parts[0] | parts[1] != everything:
                return False
        return True

    def _parts(self, first: float, last: float) -> _Items | None:
        parts = self._items(first, self._wrap.high), self._items(self._wrap.low, last)
        return parts[0] | parts[1] if parts[0] is not None and parts[1] is not None else None

    def _at(self, share: float) -> float:
        place = self._wrap.low + share * (self._wrap.high - self._wrap.low)
        return round(place) if self._wrap.is_counted else round(place, 4)

    def _call(self, first: float, last: float) -> _Call:
        wrap = self._wrap
        if wrap.last:
            return {**self._base, wrap.first: first, wrap.last: last}
        # Latitudes are the other two.
        others = iter((-90.0, 90.0))
        ends = dict(zip(wrap.places, (first, last), strict=True))
        return {**self._base, wrap.first: [ends[place] if place in ends else next(others) for place in range(4)]}

    def _items(self, first: float, last: float) -> _Items | None:
        """Return the items that a range has; None if the call fails, or has no list."""
        call = self._call(first, last)
        if not self._view.fits(self._subject.schema, call):
            return None
        outcome = self._fast.call(call)
        lists = list(_lists(outcome.value)) if outcome.succeeded else []
        return {json.dumps(item, sort_keys=True, default=repr) for item in lists[0]} if lists else None


def _bases(subject: Subject, view: FlatSchema) -> Iterator[_Call]:
    """Yield calls with the whole height of the map, if there are latitudes."""
    for call in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        base = dict(call)
        for name, node in view.arguments.items():
            words = set(name_words(name))
            is_low = not words.isdisjoint(_SOUTH) or ("min" in words and role_of(name, node) is Role.LATITUDE)
            is_high = not words.isdisjoint(_NORTH) or ("max" in words and role_of(name, node) is Role.LATITUDE)
            if is_low != is_high:
                base[name] = -90 if is_low else 90
        yield whole_call(view, base)


def _lists(value: Any) -> Iterator[list[Any]]:
    """Yield the lists in an answer, those of numbers and those within lists left out: the former may be the range."""
    if isinstance(value, list):
        if not value or not all(isinstance(item, int | float) for item in value):
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _lists(part)
