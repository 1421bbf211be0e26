"""Functions that hold moments with several offsets from UTC: some compare their texts."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_SAILINGS = [
    {"ship": "Heron", "leaves": "2025-03-05T21:15:00+08:00", "deck": 2},
    {"ship": "Tern", "leaves": "2025-03-05T16:40:00-03:00", "deck": 1},
    {"ship": "Gannet", "leaves": "2025-03-05T18:00:00+01:00", "deck": 3},
    {"ship": "Petrel", "leaves": "2025-03-06T01:30:00+10:00", "deck": 2},
]
_Moment = Annotated[str, Field(description="A moment with its offset from UTC, e.g. 2025-03-05T12:00:00+00:00.")]


def _read(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("A moment needs its offset from UTC, such as +01:00.")
    return moment


@breaks("common_rules_hold")
def sailings_in_order() -> dict[str, Any]:
    """Return all sailings, the earliest first."""
    return {"sailings": sorted(_SAILINGS, key=lambda one: str(one["leaves"]))}


@keeps("common_rules_hold")
def sailings_by_moment() -> dict[str, Any]:
    """Return all sailings, the earliest first."""
    return {"sailings": sorted(_SAILINGS, key=lambda one: _read(str(one["leaves"])))}


@breaks("common_rules_hold")
def sailings_since(moment: _Moment) -> dict[str, Any]:
    """Return the sailings that leave at a moment or behind it."""
    _read(moment)
    return {"sailings": [one for one in _SAILINGS if str(one["leaves"]) >= moment]}


@keeps("common_rules_hold", judged=True)
def sailings_since_moment(moment: _Moment) -> dict[str, Any]:
    """Return the sailings that leave at a moment or behind it."""
    return {"sailings": [one for one in _SAILINGS if _read(str(one["leaves"])) >= _read(moment)]}


@breaks("common_rules_hold")
def last_ship_before(moment: _Moment) -> dict[str, Any]:
    """Return the ship that was the last to leave before a moment, and when it left."""
    left = [one for one in _SAILINGS if _read(str(one["leaves"])) < _read(moment)]
    return {"sailing": max(left, key=lambda one: str(one["leaves"]), default=None)}


@keeps("common_rules_hold", judged=True)
def ship_before(moment: _Moment) -> dict[str, Any]:
    """Return the ship that was the last to leave before a moment, and when it left."""
    left = [one for one in _SAILINGS if _read(str(one["leaves"])) < _read(moment)]
    return {"sailing": max(left, key=lambda one: _read(str(one["leaves"])), default=None)}


@keeps("common_rules_hold", judged=True)
def lowest_deck_since(moment: _Moment) -> dict[str, Any]:
    """Return the sailing with the lowest deck of those that leave behind a moment."""
    left = [one for one in _SAILINGS if _read(str(one["leaves"])) > _read(moment)]
    return {"sailing": min(left, key=lambda one: (one["deck"], one["ship"]), default=None)}


@keeps("common_rules_hold")
def sailings_of_the_day() -> dict[str, Any]:
    """Return all sailings as they stand on the boards, in the order of the clock at each landing."""
    return {"sailings": sorted(_SAILINGS, key=lambda one: str(one["leaves"])[:16])}


@breaks("common_rules_hold")
def sailings_between_texts(first: _Moment, last: _Moment) -> dict[str, Any]:
    """Return the sailings that leave from one moment to another."""
    begins, ends = _read(first), _read(last)
    if ends < begins:
        raise ValueError("The last moment must not be before the first one.")
    found = [one for one in _SAILINGS if begins.isoformat() <= str(one["leaves"]) <= ends.isoformat()]
    return {"sailings": found}


@keeps("common_rules_hold", judged=True)
def sailings_between(first: _Moment, last: _Moment) -> dict[str, Any]:
    """Return the sailings that leave from one moment to another."""
    begins, ends = _read(first), _read(last)
    if ends < begins:
        raise ValueError("The last moment must not be before the first one.")
    return {"sailings": [one for one in _SAILINGS if begins <= _read(str(one["leaves"])) <= ends]}


@keeps("common_rules_hold")
def sailings_by_day(first: _Moment, last: _Moment) -> dict[str, Any]:
    """Return the sailings from one moment to another that leave from six in the morning to six in the evening."""
    found = sailings_between(first, last)["sailings"]
    return {"sailings": [one for one in found if 6 <= _read(str(one["leaves"])).hour < 18]}
