"""Coroutine functions that hand out a stock kept in objects: some look at it, wait for a service, and then take."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ..marks import breaks, keeps


@dataclass
class _Bakery:
    loaves: int
    cents: int


_BAKERIES = {"north": _Bakery(loaves=9, cents=410), "south": _Bakery(loaves=30, cents=395)}
_CELLARS = {"east": {"crates": 11}, "west": {"crates": 50}}
_LOCK = asyncio.Lock()


async def _paid(cents: int) -> str:
    await asyncio.sleep(0.005)
    return f"receipt for {cents}"


def _bakery(bakery: str, loaves: int) -> _Bakery:
    found = _BAKERIES.get(bakery)
    if found is None or not 0 < loaves <= found.loaves:
        raise ValueError("There is no such bakery, or it has not as many. Choose fewer loaves, from north or south.")
    return found


@breaks("calls_at_once_agree")
async def buy_loaves(bakery: str, loaves: int = 1) -> dict[str, object]:
    """Buy loaves of bread.

    Args:
        bakery: Where to buy them, "north" or "south".
        loaves: How many.
    """
    found = _bakery(bakery, loaves)
    receipt = await _paid(loaves * found.cents)
    found.loaves -= loaves
    return {"receipt": receipt, "left": found.loaves}


@keeps("calls_at_once_agree")
async def buy_loaves_that_are_there(bakery: str, loaves: int = 1) -> dict[str, object]:
    """Buy loaves of bread.

    Args:
        bakery: Where to buy them, "north" or "south".
        loaves: How many.
    """
    found = _bakery(bakery, loaves)
    found.loaves -= loaves
    left = found.loaves
    try:
        receipt = await _paid(loaves * found.cents)
    except BaseException:
        found.loaves += loaves
        raise
    return {"receipt": receipt, "left": left}


async def _take(cellar: str, crates: int) -> str:
    found = _CELLARS.get(cellar)
    if found is None or not 0 < crates <= found["crates"]:
        raise ValueError("There is no such cellar, or it has not as many. Choose fewer crates, from east or west.")
    await asyncio.sleep(0.005)
    found["crates"] -= crates
    return f"The crates from {cellar} are on their way."


@breaks("calls_at_once_agree")
async def fetch_crates(cellar: str, crates: int) -> str:
    """Fetch crates from a cellar.

    Args:
        cellar: Which one: east or west.
        crates: How many.
    """
    return await _take(cellar, crates)


@keeps("calls_at_once_agree")
async def fetch_crates_in_turn(cellar: str, crates: int) -> str:
    """Fetch crates from a cellar.

    Args:
        cellar: Which one: east or west.
        crates: How many.
    """
    async with _LOCK:
        return await _take(cellar, crates)
