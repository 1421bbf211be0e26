"""Coroutine functions that tell in their answer, and not by an exception, that something is taken."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any

from ..marks import breaks, keeps

_BOATS = ("heron", "otter")
_hired: list[tuple[str, datetime, datetime]] = []
_sheltered: list[tuple[str, datetime, datetime]] = []
_watched: dict[str, int] = {}


def _span(boat: str, leaves: str, returns: str) -> tuple[str, datetime, datetime]:
    if boat not in _BOATS:
        raise ValueError(f"There is no boat {boat!r}.")
    first, last = datetime.fromisoformat(leaves), datetime.fromisoformat(returns)
    if last <= first:
        raise ValueError("A boat returns after it leaves.")
    return boat, first, last


def _is_free(hires: list[tuple[str, datetime, datetime]], wanted: tuple[str, datetime, datetime]) -> bool:
    boat, leaves, returns = wanted
    return not any(boat == other and leaves < last and first < returns for other, first, last in hires)


async def _ask_the_harbour() -> None:
    await asyncio.sleep(0.01)


@breaks("calls_at_once_agree")
async def hire_boat(boat: str, leaves: str, returns: str) -> dict[str, Any]:
    """Hire a boat, "heron" or "otter", between two moments of a day, in the harbour's time, without an offset.

    The state of the answer is "hired", or "declined" with the reason.
    """
    wanted = _span(boat, leaves, returns)
    if not _is_free(_hired, wanted):
        return {"state": "declined", "reason": f"The {boat} is out at that time."}
    await _ask_the_harbour()
    _hired.append(wanted)
    return {"state": "hired", "boat": boat}


@keeps("calls_at_once_agree", judged=True)
async def hire_boat_first(boat: str, leaves: str, returns: str) -> dict[str, Any]:
    """Hire a boat, "heron" or "otter", between two moments of a day, in the harbour's time, without an offset.

    The state of the answer is "hired", or "declined" with the reason.
    """
    wanted = _span(boat, leaves, returns)
    await _ask_the_harbour()
    if not _is_free(_sheltered, wanted):
        return {"state": "declined", "reason": f"The {boat} is out at that time."}
    _sheltered.append(wanted)
    return {"state": "hired", "boat": boat}


@keeps("calls_at_once_agree", judged=True)
async def watch_boat(boat: str) -> dict[str, Any]:
    """Tell whether the position of a boat is kept already; it is asked for otherwise. Equal positions do no harm."""
    if boat in _watched:
        return {"asked": False, "boat": boat, "note": ""}
    await _ask_the_harbour()
    _watched[boat] = len(boat)
    return {"asked": True, "boat": boat, "note": ""}
