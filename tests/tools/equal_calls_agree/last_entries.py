"""Lists in pages of which the next one begins behind the last entry of the page before, by a value of that entry."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_ARRIVALS = [(3, "barge", 40), (7, "ferry", 10), (1, "yacht", 25), (9, "canoe", 10), (4, "sloop", 5), (6, "ketch", 40)]


def _rows(arrivals: list[tuple[int, str, int]], most: int) -> list[dict[str, Any]]:
    if not 1 <= most <= 200:
        raise ValueError("most must be a number from 1 to 200")
    return [{"berth": berth, "boat": boat, "metres": metres} for berth, boat, metres in arrivals[:most]]


@breaks("equal_calls_agree")
def arrivals_of_the_day(most: int = 50, behind: int = 0) -> list[dict[str, Any]]:
    """List the boats in the order of their arrival.

    Args:
        most: At most so many boats, 1 to 200.
        behind: The berth of the last boat of the page before; 0 for the first page.
    """
    return _rows([one for one in _ARRIVALS if one[0] > behind], most)


@keeps("equal_calls_agree")
def arrivals_in_turn(most: int = 50, behind: int = 0) -> list[dict[str, Any]]:
    """List the boats in the order of their arrival.

    Args:
        most: At most so many boats, 1 to 200.
        behind: The berth of the last boat of the page before; 0 for the first page.
    """
    places = [berth for berth, _, _ in _ARRIVALS]
    if behind and behind not in places:
        raise ValueError("There is no boat at this berth.")
    return _rows(_ARRIVALS[places.index(behind) + 1 if behind else 0 :], most)


@breaks("equal_calls_agree")
def boats_by_length(most: int = 50, shorter_than: int = 1000) -> dict[str, Any]:
    """List the boats, the longest first.

    Args:
        most: At most so many boats, 1 to 200.
        shorter_than: To go on, the metres of the last boat shown.
    """
    left = [one for one in _ARRIVALS if one[2] < shorter_than]
    return {"boats": _rows(sorted(left, key=lambda one: -one[2]), most)}


@keeps("equal_calls_agree")
def shorter_boats(most: int = 50, shorter_than: int = 1000) -> dict[str, Any]:
    """List boats that are shorter than a number of metres, the longest first.

    Args:
        most: At most so many boats, 1 to 200.
        shorter_than: Metres that the boats do not reach.
    """
    left = [one for one in _ARRIVALS if one[2] < shorter_than]
    return {"boats": _rows(sorted(left, key=lambda one: -one[2]), most)}


@keeps("equal_calls_agree")
def boats_up_to_a_berth(up_to: int = 9, behind: int = 0) -> dict[str, Any]:
    """List the boats between two berths.

    Args:
        up_to: The last berth that is shown.
        behind: The berth of the last boat that is not to be shown again.
    """
    return {"boats": _rows(sorted(one for one in _ARRIVALS if behind < one[0] <= up_to), 200)}
