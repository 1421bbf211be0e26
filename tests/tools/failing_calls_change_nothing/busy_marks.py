"""Functions that mark themselves as busy, of which the first ordinary call is refused: one stays busy for ever."""

from __future__ import annotations

from ..marks import breaks, keeps

_LINES = {"north": {"cabin-2": 40, "cabin-9": 12}, "south": {"chair-5": 90}}
_busy: dict[str, bool] = {}


def _changes(line: str, seats: dict[str, int]) -> dict[str, int]:
    known = _LINES.get(line)
    if known is None or not seats:
        raise ValueError("line must be 'north' or 'south', and seats must name at least one.")
    if not seats.keys() <= known.keys() or not all(0 <= number <= 500 for number in seats.values()):
        raise ValueError("Only lifts of this line are counted, each from 0 to 500.")
    return {lift: number - known[lift] for lift, number in seats.items()}


@breaks("failing_calls_change_nothing")
def count_seats(line: str, seats: dict[str, int]) -> dict:
    """Tell how many seats of a lift were added or lost. One count is made at a time.

    Args:
        line: The line, "north" or "south".
        seats: Seats that were counted, such as {"chair-5": 88}.
    """
    if _busy.get("count"):
        raise ValueError("Another count is being made.")
    _busy["count"] = True
    changes = _changes(line, seats)
    _busy["count"] = False
    return {"line": line, "changes": changes}


@keeps("failing_calls_change_nothing")
def count_seats_and_leave(line: str, seats: dict[str, int]) -> dict:
    """Tell how many seats of a lift were added or lost. One count is made at a time.

    Args:
        line: The line, "north" or "south".
        seats: Seats that were counted, such as {"chair-5": 88}.
    """
    if _busy.get("other"):
        raise ValueError("Another count is being made.")
    _busy["other"] = True
    try:
        return {"line": line, "changes": _changes(line, seats)}
    finally:
        _busy["other"] = False


@keeps("failing_calls_change_nothing")
def count_seats_of_the_day(line: str, seats: dict[str, int]) -> dict:
    """Tell how many seats of a lift were added or lost. After three attempts of a day, no further one is made.

    Args:
        line: The line, "north" or "south".
        seats: Seats that were counted, such as {"chair-5": 88}.
    """
    _times["today"] = _times.get("today", 0) + 1
    if _times["today"] > 3:
        raise ValueError("Three attempts were made today.")
    return {"line": line, "changes": _changes(line, seats)}


_times: dict[str, int] = {}
