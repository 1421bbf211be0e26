"""Own changes: a call of a server's reader after which another call of it is answered otherwise.

open_orders(day="2025-03-01")     three orders
open_orders(day="2025-03-15")     one order: two are past by then
open_orders(day="2025-03-01")     one order: the reader has removed what was past
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.state_view import without_moments
from .read_effects import leaves_by_place

__all__ = ["OwnChange", "own_change"]

_MAX_VIEWS, _YEARS = 3, 20
_ITEM = regex(r"\[\d+\]")
_YEAR = regex(r"(\d{4})-\d\d-\d\d")
#: Share of a check's time.
_SHARE = 0.15

_Seen = Mapping[str, str]


class OwnChange(Struct, frozen=True):
    """A place in the answer to a call that another call has changed.

    Attributes:
        call: The call that is answered otherwise.
        act: The call that changes it.
        place: Where the answer differs.
    """

    call: dict[str, Any]
    act: dict[str, Any]
    place: str

    @property
    def name(self) -> str:
        """The last key on the path to the place."""
        return self.place.rpartition(".")[2].partition("[")[0]


def own_change(subject: Subject, acts: list[dict[str, Any]]) -> OwnChange | None:
    """Return a call of a reader whose answer another call of it changes; None if there is none.

    The answer must be the same twice before that call. The change must show again on a server that has just been
    started, and not if the other call is not made. Numbers that are one more or less may count the calls, and do not
    count; others must be the same again.

    Args:
        subject: The reader.
        acts: Calls of it that work.
    """
    patience = subject.patience(_SHARE)
    changing = [*acts, *_later(subject, acts[:1])]
    for call in acts[:_MAX_VIEWS]:
        steady = _steady(subject, call)
        for act in changing if steady else ():
            if act == call:
                continue
            if patience.is_over:
                return None
            subject.call(act)
            seen = _seen(subject, call)
            place = _changed(steady, seen)
            if place is None:
                continue
            if _changes_again(subject, call, act, place, seen.get(place)):
                return OwnChange(call, act, place)
            # Whatever has changed it, the answer is no longer what it was.
            break
    return None


def _later(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls on a day that is long after the one that they name: by then, much is past."""
    fits = FlatSchema(subject.schema).fits
    for call in calls:
        for name, value in call.items():
            found = _YEAR.match(value) if isinstance(value, str) else None
            if found and fits(subject.schema, late := {**call, name: f"{int(found[1]) + _YEARS}{value[4:]}"}):
                yield late


def _changes_again(
    subject: Subject, call: dict[str, Any], act: dict[str, Any], place: str, changed: str | None
) -> bool:
    """Tell whether a call changes the place after a fresh start, a number alike, and the place stays without it."""
    subject.renew()
    steady = _steady(subject, call)
    if _changed(steady, _seen(subject, call)) is not None:
        return False
    subject.call(act)
    seen = _seen(subject, call)
    is_number = place in steady and _is_number(steady[place])
    return _changed(steady, seen) == place and (not is_number or seen.get(place) == changed)


def _steady(subject: Subject, call: dict[str, Any]) -> _Seen:
    """Return the places of an answer whose values are the same in the next one; none if the next one has others."""
    first, second = _seen(subject, call), _seen(subject, call)
    return (
        {place: text for place, text in first.items() if second.get(place) == text}
        if first.keys() == second.keys()
        else {}
    )


def _changed(before: _Seen, after: _Seen) -> str | None:
    """Return the first place that has another value, or none any more, or else one that is new among the others."""
    found = next((place for place, text in before.items() if _is_other(text, after.get(place))), None)
    if found is not None:
        # The place of a whole answer that is a text is "".
        return found
    # Places that vary are not among those before, and neither are what stands in their lists.
    lists = {_list_of(place) for place in before}
    return next((place for place in after if place not in before and _list_of(place) in lists), None)


def _list_of(place: str) -> str:
    """Return the path to the list of an item; that of another value itself."""
    return _ITEM.sub("[]", place)


def _is_other(before: str, after: str | None) -> bool:
    """Tell whether a value is another one, and not a number that is one more or less."""
    if not _is_number(before):
        return before != after
    return after is not None and (not _is_number(after) or abs(float(before) - float(after)) > 1)


def _seen(subject: Subject, call: dict[str, Any]) -> dict[str, str]:
    outcome = subject.call(call)
    found = leaves_by_place(outcome.value) if outcome.succeeded else ()
    return {place: without_moments(json.dumps(value, default=repr)) for place, value in found}


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
