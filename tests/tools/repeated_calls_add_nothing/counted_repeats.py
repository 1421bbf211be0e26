"""Functions that count what they do, and notice a call that is made again: before they count it, or too late."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_SEATS = 40
_TAKEN: dict[str, dict[str, int]] = {"late": {}, "early": {}, "calls": {}}
_BOOKED: dict[str, dict[str, Any]] = {}
_ASKED: dict[str, int] = {}
_PARCELS = Path("parcels.json")

Tour = Annotated[str, Field(min_length=1, max_length=40, description="Name of the tour.")]
Guest = Annotated[str, Field(min_length=1, max_length=40, description="Name of the guest.")]
Ref = Annotated[str, Field(min_length=1, max_length=40, description="Your booking_ref; a new one for each booking.")]


@breaks("repeated_calls_add_nothing")
def book_seat_counted_first(tour: Tour, guest: Guest, booking_ref: Ref) -> dict[str, Any]:
    """Book a seat on a tour. Calling again with the same booking_ref returns the original booking.

    Returns:
        The guest, and "free": how many seats the tour has left.
    """
    taken = _TAKEN["late"]
    taken[tour] = taken.get(tour, 0) + 1
    _BOOKED.setdefault(booking_ref, {"tour": tour, "guest": guest})
    return {**_BOOKED[booking_ref], "free": _SEATS - taken[tour]}


@keeps("repeated_calls_add_nothing")
def book_seat_counted_once(tour: Tour, guest: Guest, booking_ref: Ref) -> dict[str, Any]:
    """Book a seat on a tour. Calling again with the same booking_ref returns the original booking.

    Returns:
        The guest, "free": how many seats the tour has left, and "asked": how many calls there were.
    """
    taken = _TAKEN["early"]
    _ASKED[tour] = _ASKED.get(tour, 0) + 1
    if booking_ref not in _BOOKED:
        taken[tour] = taken.get(tour, 0) + 1
        _BOOKED[booking_ref] = {"tour": tour, "guest": guest}
    return {**_BOOKED[booking_ref], "free": _SEATS - taken.get(tour, 0), "asked": _ASKED[tour]}


@keeps("repeated_calls_add_nothing")
def book_seat_every_time(tour: Tour, guest: Guest, booking_ref: Ref) -> dict[str, Any]:
    """Book a seat on a tour. A booking_ref may be used for several seats: each call books one more."""
    taken = _TAKEN["calls"]
    taken[tour] = taken.get(tour, 0) + 1
    return {"guest": guest, "booking_ref": booking_ref, "free": _SEATS - taken[tour]}


def _send(parcel: str, key: str, *, is_known_first: bool) -> dict[str, Any]:
    book = json.loads(_PARCELS.read_text()) if _PARCELS.exists() else {"parcels": {}, "shelf": [], "repeats": 0}
    is_known = key in book["parcels"]
    book["repeats"] += is_known
    if not (is_known and is_known_first):
        book["shelf"].append(parcel)
    book["parcels"][key] = parcel
    _PARCELS.write_text(json.dumps(book))
    return {"parcel": parcel, "repeats": book["repeats"]}


@breaks("repeated_calls_add_nothing")
def shelve_parcel_again(parcel: Guest, key: Guest) -> dict[str, Any]:
    """Put a parcel on the shelf. Repeated calls with the same key have no further effect."""
    return _send(parcel, key, is_known_first=False)


@keeps("repeated_calls_add_nothing")
def shelve_parcel_once(parcel: Guest, key: Guest) -> dict[str, Any]:
    """Put a parcel on the shelf. Repeated calls with the same key have no further effect."""
    return _send(parcel, key, is_known_first=True)
