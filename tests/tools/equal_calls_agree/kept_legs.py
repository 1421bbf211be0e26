"""Tools that keep what they computed for two places, one of which may be the other, by all arguments or by some."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_HOURS = {"Kiel": {"ferry": 0, "train": 0}, "Oslo": {"ferry": 20, "train": 17}, "Turku": {"ferry": 31, "train": 40}}
_by_harbours: dict[tuple[str, ...], int] = {}
_by_all: dict[tuple[str, ...], int] = {}


def _hours(start: str, end: str, by: str) -> int:
    if start not in _HOURS or end not in _HOURS:
        raise ValueError("Harbours are: " + ", ".join(_HOURS))
    return abs(_HOURS[start][by] - _HOURS[end][by])


@breaks("equal_calls_agree")
def hours_kept_by_harbours(start: str, end: str, by: Literal["ferry", "train"] = "ferry") -> dict[str, object]:
    """Tell how many hours a trip takes, for the next counter of the harbour office.

    Args:
        start: First harbour: Kiel, Oslo or Turku.
        end: Last harbour, one of the same.
        by: How to travel.
    """
    key = (start, end)
    if key not in _by_harbours:
        _by_harbours[key] = _hours(start, end, by)
    return {"by": by, "hours": _by_harbours[key]}


@keeps("equal_calls_agree")
def hours_kept_by_all(start: str, end: str, by: Literal["ferry", "train"] = "ferry") -> dict[str, object]:
    """Tell how many hours a trip takes, for the next counter of the harbour office.

    Args:
        start: First harbour: Kiel, Oslo or Turku.
        end: Last harbour, one of the same.
        by: How to travel.
    """
    key = (start, end, by)
    if key not in _by_all:
        _by_all[key] = _hours(start, end, by)
    return {"by": by, "hours": _by_all[key]}


_taken: dict[str, int] = {}


@keeps("equal_calls_agree")
def take_number(counter: str, desk: Literal["left", "right"] = "left") -> dict[str, object]:
    """Take the next number of a counter: both desks of it share one series.

    Args:
        counter: Name of the counter: visas or permits.
        desk: Where the number is taken.
    """
    if counter not in ("visas", "permits"):
        raise ValueError("Counters are visas and permits.")
    _taken[counter] = _taken.get(counter, 0) + 1
    return {"desk": desk, "number": _taken[counter]}
