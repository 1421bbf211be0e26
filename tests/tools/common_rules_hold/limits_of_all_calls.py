"""Functions with a limit for all calls together, or for each call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Garden = Annotated[str, Field(max_length=20, description='Name of the garden, such as "rose", "herb" or "moss".')]
_Bags = Annotated[int, Field(ge=1, le=9_000, description="Bags of soil to fetch.")]
_OWED = {"rose": 40, "herb": 25, "moss": 70}
_FILE = Path("fetched.json")


def _fetched(garden: str) -> list[int]:
    if garden not in _OWED:
        raise ValueError("There is no such garden.")
    return _all().get(garden, [])


def _all() -> dict[str, list[int]]:
    return json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}


def _keep(garden: str, bags: list[int]) -> dict[str, Any]:
    _FILE.write_text(json.dumps({**_all(), garden: bags}), encoding="utf-8")
    return {"garden": garden, "fetched": sum(bags)}


@breaks("common_rules_hold")
def fetch_soil(garden: _Garden, bags: _Bags) -> dict[str, Any]:
    """Fetch bags of soil for a garden: in many steps, if need be, but not more than it has ordered."""
    before = _fetched(garden)
    if bags > _OWED[garden]:
        raise ValueError("The garden has ordered fewer bags.")
    return _keep(garden, [*before, bags])


@keeps("common_rules_hold", judged=True)
def fetch_owed_soil(garden: _Garden, bags: _Bags) -> dict[str, Any]:
    """Fetch bags of soil for a garden: in many steps, if need be, but not more than it has ordered."""
    before = _fetched(garden)
    if bags + sum(before) > _OWED[garden]:
        raise ValueError("The garden has ordered fewer bags.")
    return _keep(garden, [*before, bags])


@keeps("common_rules_hold")
def fetch_soil_with_a_cart(garden: _Garden, bags: _Bags) -> dict[str, Any]:
    """Fetch bags of soil for a garden, never more than its cart holds. It may come as often as it likes."""
    before = _fetched(garden)
    if bags > _OWED[garden]:
        raise ValueError("The cart of the garden is too small.")
    return _keep(garden, [*before, bags])


@keeps("common_rules_hold")
def order_soil(garden: _Garden, bags: _Bags) -> dict[str, Any]:
    """Tell how many bags of soil a garden needs: as many times as it takes, but not more than its yard holds.

    The last number counts, which can be given multiple times, but never above what the yard holds.
    """
    _fetched(garden)
    if bags > _OWED[garden]:
        raise ValueError("The yard of the garden is too small.")
    return _keep(garden, [bags])


_TINS = {"ochre": 1250.5, "umber": 3000.0, "slate": 725.25}
_poured: dict[str, list[float]] = {}
_drawn: dict[str, list[float]] = {}


def _pour(poured: dict[str, list[float]], colour: str, liters: float, *, left: float) -> dict[str, Any]:
    if liters <= 0 or liters > left:
        raise ValueError("There is not so much paint.")
    poured.setdefault(colour, []).append(liters)
    return {"colour": colour, "poured": liters, "so_far": sum(poured[colour])}


def _tin(colour: str) -> float:
    if colour not in _TINS:
        raise ValueError(f"There is no tin of {colour!r}; try ochre, umber or slate.")
    return _TINS[colour]


@breaks("common_rules_hold")
def pour_paint(colour: str, liters: float) -> dict[str, Any]:
    """Pour paint from the tin of a colour, such as "ochre", partly or as a whole.

    It is never more than there was in the tin. The answer tells how much was poured so far.
    """
    return _pour(_poured, colour, liters, left=_tin(colour))


@keeps("common_rules_hold", judged=True)
def draw_paint(colour: str, liters: float) -> dict[str, Any]:
    """Pour paint from the tin of a colour, such as "ochre", partly or as a whole.

    It is never more than there was in the tin. The answer tells how much was poured so far.
    """
    return _pour(_drawn, colour, liters, left=_tin(colour) - sum(_drawn.get(colour, [])))
