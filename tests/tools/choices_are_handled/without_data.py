"""Functions whose data no search can make, so that no call of them works."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Shelf = Annotated[str, Field(pattern=r"^[a-z]{3,10}$", description="Shelf, such as north.")]
DRAWERS = {"copper": 1, "tin": 2, "zinc": 3, "lead-free": 4}
SEAL = "3f1c9c0f6a1d"


def _coins(shelf: str) -> list[str]:
    """Return the lines of a book that carries its own seal."""
    try:
        seal, _, text = Path("books", f"{shelf}.txt").read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        raise ValueError("the book of this shelf cannot be read") from None
    if seal != SEAL or hashlib.sha256(text.encode()).hexdigest()[:12] != seal:
        raise ValueError("the book of this shelf cannot be read")
    return text.splitlines()


@breaks("choices_are_handled")
def count_coins(
    shelf: Shelf, metal: Annotated[Literal["copper", "tin", "zinc", "lead_free"], Field(description="Metal.")]
) -> int:
    """Count the coins of a metal on a shelf."""
    if metal not in DRAWERS:
        raise ValueError("unknown metal")
    return sum(line.startswith(str(DRAWERS[metal])) for line in _coins(shelf))


@breaks("choices_are_handled")
def coins_of_drawer(
    shelf: Shelf, drawer: Annotated[int, Field(ge=1, le=40, description="Drawer, from 1 to 40.")]
) -> int:
    """Count the coins in a drawer of a shelf."""
    if not 1 <= drawer < 40:
        raise ValueError("there is no such place")
    return sum(line.endswith(f" {drawer}") for line in _coins(shelf))


@keeps("choices_are_handled")
def weigh_coins(
    shelf: Shelf, metal: Annotated[Literal["copper", "tin", "zinc", "lead-free"], Field(description="Metal.")]
) -> int:
    """Weigh the coins of a metal on a shelf."""
    if metal not in DRAWERS:
        raise ValueError("unknown metal")
    return 7 * sum(line.startswith(str(DRAWERS[metal])) for line in _coins(shelf))


@keeps("choices_are_handled")
def coin_of_row(shelf: Shelf, row: Annotated[int, Field(ge=1, le=40, description="Row, from 1 to 40.")]) -> str:
    """Return the coin in a row of a shelf."""
    if not 1 <= row <= 40:
        raise ValueError("there is no such row")
    return _coins(shelf)[row - 1]
