"""Tools that give out of a stock while they hold a lock, and refuse what is more than is left."""

from __future__ import annotations

import os
from pathlib import Path

from ..marks import breaks, keeps

_GRAIN, _MARK = Path("grain.txt"), Path("grain.open")
_HALL, _PLACES = Path("hall.txt"), 75
_SACKS = 9_600


def _left(path: Path, full: int) -> int:
    return int(path.read_text()) if path.exists() else full


@breaks("failing_calls_change_nothing")
def hand_out_sacks(sacks: int) -> dict[str, object]:
    """Hand out sacks of the granary, which holds 9,600 of them at first, and tell how many are left."""
    if not 1 <= sacks <= _SACKS:
        return {"error": "no_sacks", "message": "Ask for 1 to 9,600 sacks."}
    try:
        mark = os.open(_MARK, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        return {"error": "in_use", "message": "The granary is open for someone else."}
    left = _left(_GRAIN, _SACKS) - sacks
    os.close(mark)
    if left < 0:
        return {"error": "too_few", "message": "There are fewer sacks left."}
    _GRAIN.write_text(str(left))
    _MARK.unlink()
    return {"left": left}


@keeps("failing_calls_change_nothing", judged=True)
def give_out_sacks(sacks: int) -> dict[str, object]:
    """Give out sacks of the granary, which holds 9,600 of them at first, and tell how many are left."""
    if not 1 <= sacks <= _SACKS:
        return {"error": "no_sacks", "message": "Ask for 1 to 9,600 sacks."}
    try:
        os.close(os.open(_MARK, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return {"error": "in_use", "message": "The granary is open for someone else."}
    try:
        left = _left(_GRAIN, _SACKS) - sacks
        if left < 0:
            return {"error": "too_few", "message": "There are fewer sacks left."}
        _GRAIN.write_text(str(left))
    finally:
        _MARK.unlink()
    return {"left": left}


@keeps("failing_calls_change_nothing", judged=True)
def fill_places(guests: int) -> dict[str, object]:
    """Seat guests in a hall of 75 places, as many as there is room for, and tell how many stand."""
    if not 1 <= guests <= _PLACES:
        return {"error": "no_guests", "message": "Give 1 to 75 guests."}
    left = _left(_HALL, _PLACES)
    _HALL.write_text(str(max(left - guests, 0)))
    return {"seated": min(guests, left), "standing": max(guests - left, 0)}
