"""Tools that say that a key with other arguments is refused, or resemble such tools."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from ..marks import breaks, keeps

_BOOK = Path("bookings.json")


def _book() -> dict[str, Any]:
    return json.loads(_BOOK.read_text()) if _BOOK.exists() else {}


def _kept(key: str, booking: list[Any]) -> tuple[list[Any], bool]:
    book = _book()
    is_new = key not in book
    if is_new:
        _BOOK.write_text(json.dumps({**book, key: booking}))
    return _book()[key], is_new


@breaks("repeated_calls_add_nothing")
def book_room(room: str, guests: int, booking_key: str) -> dict[str, Any]:
    """Book a room, once for each booking key. A key that was used for another booking is rejected.

    Args:
        room: The room.
        guests: How many, 1 to 20.
        booking_key: A key of your own.
    """
    if not 1 <= guests <= 20:
        raise ValueError("guests must be 1 to 20.")
    kept, is_new = _kept(booking_key, [room, guests])
    if kept[0] != room:
        raise ValueError("This key was used for another booking.")
    return {"room": room, "guests": guests, "is_repetition": not is_new}


@breaks("repeated_calls_add_nothing")
def order_meal(meal: Literal["soup", "stew"], portions: int, request_id: str) -> dict[str, Any]:
    """Order a meal. The same request may be sent twice; reusing a request id with different arguments is an error.

    Args:
        meal: What to order.
        portions: How many, 1 to 9.
        request_id: An id of your own.
    """
    if not 1 <= portions <= 9:
        raise ValueError("portions must be 1 to 9.")
    _, is_new = _kept(request_id, [meal, portions])
    return {"state": "ordered" if is_new else "ordered before"}


@breaks("repeated_calls_add_nothing")
def order_taxi(street: str, seats: int, ride_id: str) -> dict[str, Any]:
    """Order a taxi. Sending a ride again orders no second one.

    Args:
        street: Where it is to come.
        seats: How many, 1 to 8.
        ride_id: An id of your own.

    Raises:
        ValueError: If the number of seats is not between 1 and 8, or the id was used for another ride.
    """
    if not 1 <= seats <= 8:
        raise ValueError("seats must be 1 to 8.")
    _, is_new = _kept(ride_id, [street, seats])
    return {"street": street, "seats": seats, "ordered_before": not is_new}


@keeps("repeated_calls_add_nothing")
def order_one_taxi(street: str, seats: int, ride_id: str) -> dict[str, Any]:
    """Order a taxi. Sending a ride again orders no second one.

    Args:
        street: Where it is to come.
        seats: How many, 1 to 8.
        ride_id: An id of your own.

    Raises:
        ValueError: If the number of seats is not between 1 and 8, or the id was used for another ride.
    """
    if not 1 <= seats <= 8:
        raise ValueError("seats must be 1 to 8.")
    kept, is_new = _kept(ride_id, [street, seats])
    if kept != [street, seats]:
        raise ValueError("This id was used for another ride.")
    return {"street": street, "seats": seats, "ordered_before": not is_new}


@keeps("repeated_calls_add_nothing")
def book_room_by_key(room: str, guests: int, booking_key: str) -> dict[str, Any]:
    """Book a room, once for each booking key. A key that was used for another booking is rejected.

    Args:
        room: The room.
        guests: How many, 1 to 20.
        booking_key: A key of your own.
    """
    if not 1 <= guests <= 20:
        raise ValueError("guests must be 1 to 20.")
    kept, is_new = _kept(booking_key, [room, guests])
    if kept != [room, guests]:
        raise ValueError("This key was used for another booking.")
    return {"room": room, "guests": guests, "is_repetition": not is_new}


@keeps("repeated_calls_add_nothing")
def order_meal_by_request(meal: Literal["soup", "stew"], portions: int, request_id: str) -> dict[str, Any]:
    """Order a meal. Reusing a request id with different arguments is an error, which the state tells.

    Args:
        meal: What to order.
        portions: How many, 1 to 9.
        request_id: An id of your own.
    """
    if not 1 <= portions <= 9:
        raise ValueError("portions must be 1 to 9.")
    kept, is_new = _kept(request_id, [meal, portions])
    state = "ordered" if is_new else "ordered before" if kept == [meal, portions] else "the id is taken"
    return {"state": state}


@keeps("repeated_calls_add_nothing")
def book_table(guests: int, remark: str, booking_key: str) -> dict[str, Any]:
    """Book a table. A booking key that was used for another number of guests is refused.

    Args:
        guests: How many guests, 1 to 20.
        remark: What the kitchen should know; that of the first call counts.
        booking_key: A key of your own.
    """
    if not 1 <= guests <= 20:
        raise ValueError("guests must be 1 to 20.")
    kept, _ = _kept(booking_key, [guests, remark])
    if kept[0] != guests:
        raise ValueError("This key was used for another number of guests.")
    return {"guests": guests, "remark": kept[1]}


@keeps("repeated_calls_add_nothing")
def note_order(item: str, pieces: int, order_key: str) -> dict[str, Any]:
    """Note an order, or change it: a key that was used before keeps the newest order. A used key is never refused.

    Args:
        item: What to order.
        pieces: How many, 1 to 99.
        order_key: A key of your own.
    """
    if not 1 <= pieces <= 99:
        raise ValueError("pieces must be 1 to 99.")
    _BOOK.write_text(json.dumps({**_book(), order_key: [item, pieces]}))
    return {"item": item, "pieces": pieces}


def _shipments(key: str, shipment: list[Any], matches: Callable[[list[Any]], bool]) -> dict[str, Any]:
    kept, is_new = _kept(key, shipment)
    if not matches(kept):
        raise ValueError("This key belongs to another shipment.")
    return {"number": len(_book()), "parcel": kept[0], "grams": kept[1], "is_repetition": not is_new}


@breaks("repeated_calls_add_nothing")
def ship_parcel(parcel: str, grams: int, shipment_key: str) -> dict[str, Any]:
    """Ship a parcel. The same shipment key with other details is rejected; with equal ones it tells of the first call.

    Args:
        parcel: What to ship.
        grams: Its weight, 10 to 30000.
        shipment_key: A key of your own.
    """
    if not 10 <= grams <= 30_000:
        raise ValueError("grams must be 10 to 30000.")
    return _shipments(shipment_key, [parcel, grams], lambda kept: kept[0] == parcel)


@keeps("repeated_calls_add_nothing")
def ship_weighed_parcel(parcel: str, grams: int, shipment_key: str) -> dict[str, Any]:
    """Ship a parcel. The same shipment key with other details is rejected; with equal ones it tells of the first call.

    Args:
        parcel: What to ship.
        grams: Its weight, 10 to 30000.
        shipment_key: A key of your own.
    """
    if not 10 <= grams <= 30_000:
        raise ValueError("grams must be 10 to 30000.")
    return _shipments(shipment_key, [parcel, grams], lambda kept: kept == [parcel, grams])
