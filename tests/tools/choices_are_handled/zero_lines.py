"""Functions whose answer grows with a number, and some that take 0 for a number that is not given."""

from __future__ import annotations

from ..marks import breaks, keeps

_USUAL = {"oats": 40.0, "rye": 55.0}


@breaks("choices_are_handled")
def seed_needed(crop: str, area: float, grams: float | None = None) -> dict[str, float]:
    """Tell how much seed a field needs, of which birds take a third.

    Args:
        crop: "oats" or "rye".
        area: Its area in square metres.
        grams: Grams for a square metre; the usual amount of the crop unless given.
    """
    if crop not in _USUAL:
        raise ValueError("The crop is oats or rye.")
    return {"seed": (grams or _USUAL[crop]) * area * 1.5}


@keeps("choices_are_handled")
def seed_ordered(crop: str, area: float, grams: float | None = None) -> dict[str, float]:
    """Tell how much seed to order for a field, of which birds take a third.

    Args:
        crop: "oats" or "rye".
        area: Its area in square metres.
        grams: Grams for a square metre; the usual amount of the crop unless given.
    """
    if crop not in _USUAL:
        raise ValueError("The crop is oats or rye.")
    return {"seed": (_USUAL[crop] if grams is None else grams) * area * 1.5}


@keeps("choices_are_handled")
def hire_price(days: int, helpers: int | None = None) -> dict[str, int]:
    """Return the price of hiring a machine, with at least one helper.

    Args:
        days: Number of days.
        helpers: Number of helpers.
    """
    return {"euros": days * 80 + max(helpers or 1, 1) * 50}


@keeps("choices_are_handled")
def seed_in_bags(crop: str, area: float, grams: float | None = None) -> dict[str, float]:
    """Tell how much seed a field needs, of which birds take a third.

    Args:
        crop: "oats" or "rye".
        area: Its area in square metres.
        grams: Grams for a square metre; 0 for the usual amount of the crop.
    """
    if crop not in _USUAL:
        raise ValueError("The crop is oats or rye.")
    return {"seed": (grams or _USUAL[crop]) * area * 1.5}
