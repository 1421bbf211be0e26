"""Functions that answer page by page, with a cursor that the description of an argument quotes."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_PARCELS = [("rye", 3), ("oat", 5), ("pea", 5), ("hop", 5), ("flax", 8), ("beet", 8), ("leek", 11)]


def _page(parcels: list[tuple[str, int]], most: int, more: dict[str, Any]) -> dict[str, Any]:
    if not 1 <= most <= 100:
        raise ValueError("most must be a number from 1 to 100")
    return {"parcels": [{"crop": crop, "weight": weight} for crop, weight in parcels[:most]], **more}


@breaks("equal_calls_agree")
def parcels_by_weight(begin: str = "", most: int = 4) -> dict[str, Any]:
    """List parcels, the lightest first.

    Args:
        begin: Empty at first, then what the answer before gives as 'more'.
        most: Parcels of a page, 1 to 100.
    """
    if begin and not begin.isdigit():
        raise ValueError("begin must be empty or come from an answer")
    left = [parcel for parcel in _PARCELS if parcel[1] > int(begin or 0)]
    return _page(left, most, {"more": str(left[:most][-1][1]) if len(left) > most else None})


@keeps("equal_calls_agree")
def parcels_by_weight_and_crop(begin: str = "", most: int = 4) -> dict[str, Any]:
    """List parcels, the lightest first.

    Args:
        begin: Empty at first, then what the answer before gives as 'more'.
        most: Parcels of a page, 1 to 100.
    """
    if begin and not begin.isdigit():
        raise ValueError("begin must be empty or come from an answer")
    left = _PARCELS[int(begin or 0) :]
    return _page(left, most, {"more": str(int(begin or 0) + most) if len(left) > most else None})


@keeps("equal_calls_agree")
def parcels_above(above: str = "", most: int = 4) -> dict[str, Any]:
    """List parcels above a weight, with the weight of the next one that is not shown.

    Args:
        above: A weight in digits, whose parcels are left out; empty for all.
        most: Parcels of a page, 1 to 100.
    """
    if above and not above.isdigit():
        raise ValueError("above must be empty or a weight")
    left = [parcel for parcel in _PARCELS if parcel[1] > int(above or 0)]
    return _page(left, most, {"next": str(left[most][1]) if len(left) > most else None})
