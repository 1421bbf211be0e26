"""Changing calls: a call of a reader after which another call of it is answered otherwise.

stay_price("hut")                            90: the nights cost 20, 30 and 40
stay_price("hut", without_dearest=True)      50
stay_price("hut")                            50: the dearest night has been taken out of the table
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ....profile.told_stays import told_to_stay
from ....regex import regex
from ....strategies.calls.edge_values import EdgeValues
from ....strategies.mined_constants import author_codes, changes_state
from ....targets.subject import Subject
from ..lasting_reads import answers
from .foreign_answer import by_place
from .hidden_counters import changes_kept, reseed
from .own_changes import OwnChange
from .quiet_calls import are_quiet

__all__ = ["calls_with_choices", "changing_call"]

_MAX_VIEWS, _MAX_CHOICES, _MAX_ACTS = 3, 2, 12
_DIGITS = regex(r"\d+")


def changing_call(
    subject: Subject, calls: Sequence[dict[str, Any]], *, may_change_anything: bool = False
) -> OwnChange | None:
    """Return a call that changes the answer to another call of the same function; None if there is none.

    The answer must be the same twice before that call, and stay the same in another process in which it is not made;
    chance and the clock do not repeat. Numbers that are one more or one less may count the calls, and do not count.

    If the function is no reader but promises that what it holds stays as it is, the call must have changed just that.

    Args:
        subject: The function.
        calls: Ordinary calls.
        may_change_anything: Whether it counts, whatever the call has changed, also a list that has grown at its end.
    """
    if not may_change_anything and not changes_state(author_codes(subject.tool)):
        return None
    kept = frozenset[str]() if may_change_anything else told_to_stay(subject.facts)
    acts = [*calls, *calls_with_choices(subject, calls)][:_MAX_ACTS]
    for view in _views(subject, calls):
        others = [act for act in acts if act != view]
        if not others:
            continue
        made = [view, view, *(call for act in others for call in (act, view))]
        told = answers(subject, [(subject, call) for call in made], is_needed=False)
        if not told or not told[0]:
            continue
        for act, own, after in zip(others, told[2::2], told[3::2], strict=True):
            place = _changed(told[0], told[1], after, may_grow=not may_change_anything) if own and after else None
            if place is None:
                continue
            if _changes_again(subject, view, act, place) and (not kept or _changes_what_stays(subject, view, act)):
                return OwnChange(view, act, place)
            # Whatever has changed it, the answer is no longer what it was.
            break
    return None


def _views(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return calls without optional arguments, as far as they need none, and then the others."""
    required = set(subject.schema.get("required") or ())
    found: list[dict[str, Any]] = []
    for call in (*({name: given for name, given in one.items() if name in required} for one in calls), *calls):
        if call not in found:
            found.append(call)
    return found[:_MAX_VIEWS]


def calls_with_choices(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with other values of its optional arguments, one at a time."""
    required = set(subject.schema.get("required") or ())
    edges = EdgeValues(subject.schema)
    for base in calls[:1]:
        for name in [name for name in edges.nodes if name not in required]:
            others = [value for value in edges.of(name, limit=8) if value not in (base.get(name), "", None)]
            made = ({**base, name: value} for value in others)
            yield from itertools.islice((call for call in made if edges.view.fits(subject.schema, call)), _MAX_CHOICES)


def _changes_again(subject: Subject, view: dict[str, Any], act: dict[str, Any], place: str) -> bool:
    """Tell whether the call changes the place in new processes, each time alike, and nothing else does."""
    seen = []
    for way in ("first", "second"):
        first = partial(reseed, subject, way)
        alone, after = (
            answers(subject, [(subject, call) for call in made], first=first, is_needed=False)
            for made in ([view] * 4, [view, view, act, view])
        )
        if not alone or not after or "" in (*alone, *after):
            return False
        plain = by_place(alone[0]).get(place)
        if any(by_place(one).get(place) != plain for one in (*alone, *after[:2])):
            return False
        seen.append((plain, by_place(after[-1]).get(place)))
    return seen[0] == seen[1] and seen[0][0] != seen[0][1]


def _changes_what_stays(subject: Subject, view: dict[str, Any], act: dict[str, Any]) -> bool:
    """Tell whether the call, and not the one without it, changes data that the description says stay as they are."""
    kept = told_to_stay(subject.facts)
    return (
        changes_kept(subject, [act], kept, may_be_whole=True)
        and not changes_kept(subject, [view], kept, may_be_whole=True)
        and are_quiet(subject, [view, act, view])
    )


def _changed(first: str, second: str, after: str, *, may_grow: bool) -> str | None:
    """Return the first place with a value of its own after a call: another one than twice before it.

    Args:
        first: The answer.
        second: The next one.
        after: The one after the call.
        may_grow: Whether a list that has got longer at its end may tell of the calls.
    """
    before, again, now = by_place(first), by_place(second), by_place(after)
    return next(
        (
            place
            for place, values in before.items()
            if again.get(place) == values != now.get(place) and not _counts(values, now.get(place), may_grow=may_grow)
        ),
        None,
    )


def _counts(before: list[str], after: list[str] | None, *, may_grow: bool) -> bool:
    """Tell whether the values differ in nothing but numbers that are one more or less, or in how many there are."""
    if after is None:
        return False
    if len(before) != len(after):
        return may_grow and before == after[: len(before)]
    pairs = zip(before, after, strict=True)
    return all(
        _DIGITS.sub("", one) == _DIGITS.sub("", other)
        and all(abs(int(a) - int(b)) <= 1 for a, b in zip(_DIGITS.findall(one), _DIGITS.findall(other), strict=True))
        for one, other in pairs
    )
