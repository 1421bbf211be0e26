"""Functions that wait some seconds for a lock, and keep it behind a refusal or give it back."""

from __future__ import annotations

import threading

from ..marks import breaks, keeps

_KILN, _WHEEL = threading.Lock(), threading.RLock()
_SHELVES = {"low": 6, "middle": 3, "high": 9}
_PLACES = {"low": 6, "middle": 3, "high": 9}


@breaks("failing_calls_change_nothing")
def load_kiln(shelf: str, pots: int) -> dict[str, object]:
    """Put pots on a shelf of the kiln.

    Args:
        shelf: "low", "middle" or "high".
        pots: Number of pots, 1 to 8.
    """
    if shelf not in _SHELVES or not 1 <= pots <= 8:
        raise ValueError("shelf must be low, middle or high, and pots 1 to 8.")
    if not _KILN.acquire(timeout=4):
        raise TimeoutError("The kiln is in use; try again in a moment.")
    if pots > _SHELVES[shelf]:
        raise ValueError(f"There is room for {_SHELVES[shelf]} pots only.")
    _SHELVES[shelf] -= pots
    _KILN.release()
    return {"shelf": shelf, "room": _SHELVES[shelf]}


@keeps("failing_calls_change_nothing", judged=True)
def load_kiln_in_turn(shelf: str, pots: int) -> dict[str, object]:
    """Put pots on a shelf of the kiln.

    Args:
        shelf: "low", "middle" or "high".
        pots: Number of pots, 1 to 8.
    """
    if shelf not in _PLACES or not 1 <= pots <= 8:
        raise ValueError("shelf must be low, middle or high, and pots 1 to 8.")
    if not _WHEEL.acquire(timeout=4):
        raise TimeoutError("The kiln is in use; try again in a moment.")
    try:
        if pots > _PLACES[shelf]:
            raise ValueError(f"There is room for {_PLACES[shelf]} pots only.")
        _PLACES[shelf] -= pots
    finally:
        _WHEEL.release()
    return {"shelf": shelf, "room": _PLACES[shelf]}
