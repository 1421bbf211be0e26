"""Functions that say that they keep what they have worked out, and one that keeps what it was given."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Parcel = Annotated[Literal["small", "large"], Field(description="Size of the parcel.")]
Land = Annotated[Literal["fr", "no", "pt"], Field(description="Land to which it goes.")]
_CENTS = {"small": 490, "large": 1290}
_PERCENT = {"fr": 100, "no": 180, "pt": 130}
_by_parcel: dict[str, tuple[float, int]] = {}
_by_both: dict[tuple[str, str], tuple[float, int]] = {}
_carriers: dict[str, str] = {}


@breaks("equal_calls_agree")
def postage_by_parcel(parcel: Parcel, land: Land) -> dict[str, object]:
    """Work out the postage of a parcel. Results are kept for ten minutes."""
    kept = _by_parcel.get(parcel)
    if kept is None or time.monotonic() - kept[0] > 600:
        kept = (time.monotonic(), _CENTS[parcel] * _PERCENT[land] // 100)
        _by_parcel[parcel] = kept
    return {"parcel": parcel, "land": land, "cents": kept[1]}


@keeps("equal_calls_agree")
def postage_by_both(parcel: Parcel, land: Land) -> dict[str, object]:
    """Work out the postage of a parcel. Results are kept for ten minutes."""
    kept = _by_both.get((parcel, land))
    if kept is None or time.monotonic() - kept[0] > 600:
        kept = (time.monotonic(), _CENTS[parcel] * _PERCENT[land] // 100)
        _by_both[parcel, land] = kept
    return {"parcel": parcel, "land": land, "cents": kept[1]}


@keeps("equal_calls_agree")
def assign_carrier(parcel: Parcel, land: Land) -> dict[str, object]:
    """Assign a carrier to parcels of a size, which keep the one that they already have."""
    carrier = _carriers.setdefault(parcel, {"fr": "Rapide", "no": "Fjord", "pt": "Tejo"}[land])
    return {"parcel": parcel, "land": land, "carrier": carrier}
