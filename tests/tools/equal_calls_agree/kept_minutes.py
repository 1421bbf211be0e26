"""Tools that keep the answers of a planner, in which minutes and last stops tell nothing of earlier calls."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_WALKS = {("harbour", "tower"): (18, 26), ("harbour", "museum"): (7, 11), ("museum", "tower"): (12, 15)}
_BY_ENDS: dict[tuple[str, str], int] = {}
_BY_ALL: dict[tuple[str, str, bool], int] = {}
_BY_PLACE: dict[str, tuple[str, int]] = {}
_TRAMS = {"harbour": (("quay", 4), ("mill", 9)), "tower": (("gate", 3), ("fair", 8))}

Place = Literal["harbour", "museum", "tower"]


def _minutes(start: str, end: str, *, by_lift: bool) -> int:
    both = _WALKS.get((start, end)) or _WALKS.get((end, start)) or (0, 0)
    return both[by_lift]


@breaks("equal_calls_agree")
def walk_kept_by_its_ends(start: Place, end: Place, by_lift: bool = False) -> dict[str, int]:
    """Tell how long the walk between two places takes.

    Args:
        start: Where it begins.
        end: Where it ends.
        by_lift: True to take lifts and no stairs.
    """
    if (start, end) not in _BY_ENDS:
        _BY_ENDS[start, end] = _minutes(start, end, by_lift=by_lift)
    return {"minutes": _BY_ENDS[start, end]}


@keeps("equal_calls_agree")
def walk_kept_by_all(start: Place, end: Place, by_lift: bool = False) -> dict[str, int]:
    """Tell how long the walk between two places takes.

    Args:
        start: Where it begins.
        end: Where it ends.
        by_lift: True to take lifts and no stairs.
    """
    if (start, end, by_lift) not in _BY_ALL:
        _BY_ALL[start, end, by_lift] = _minutes(start, end, by_lift=by_lift)
    return {"minutes": _BY_ALL[start, end, by_lift]}


@breaks("equal_calls_agree")
def tram_kept_by_its_place(place: Literal["harbour", "tower"], at_night: bool = False) -> dict[str, object]:
    """Tell where the tram from a place ends, and how many stops that is.

    Args:
        place: Where it begins.
        at_night: True for the tram of the night.
    """
    if place not in _BY_PLACE:
        _BY_PLACE[place] = _TRAMS[place][at_night]
    last, stops = _BY_PLACE[place]
    return {"last": last, "stops": stops}
