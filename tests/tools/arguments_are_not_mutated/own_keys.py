"""Functions that take objects whose keys only their code names."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Parcels = Annotated[list[dict[str, Any]], Field(max_length=50, description="The parcels.")]


def _volume(parcel: dict[str, Any]) -> float:
    sides = [parcel.get(side) for side in ("width", "depth", "height")]
    if not all(isinstance(side, int | float) and 0 < side <= 10_000 for side in sides):
        raise ValueError("a parcel needs three sides of up to 10000 cm")
    return round(float(sides[0] * sides[1] * sides[2]), 3)


@breaks("arguments_are_not_mutated")
def heaviest_parcel(parcels: Parcels) -> dict[str, Any]:
    """Find the parcel with the largest volume."""
    for parcel in parcels:
        parcel["volume"] = _volume(parcel)
    largest = max((parcel["volume"] for parcel in parcels), default=0.0)
    return {"largest": largest, "parcels": len(parcels)}


@keeps("arguments_are_not_mutated")
def largest_parcel(parcels: Parcels) -> dict[str, Any]:
    """Find the parcel with the largest volume."""
    volumes = [{**parcel, "volume": _volume(parcel)} for parcel in parcels]
    return {"largest": max((one["volume"] for one in volumes), default=0.0), "parcels": len(volumes)}
