"""Functions that read rows in a form of their own, whose numbers may not be finite."""

from __future__ import annotations

import math
from typing import Any

from ..marks import breaks, keeps


@breaks("results_are_json")
def heaviest_parcel(parcels: str, most: float) -> dict[str, Any]:
    """Add up the weights of parcels that a courier takes.

    Args:
        parcels: A parcel a line, "weight;street", in kg.
        most: The highest weight of a parcel that the courier takes, in kg.

    Raises:
        ValueError: if a line has no weight, or the courier does not take a parcel.
    """
    weights = _weights(parcels)
    if any(weight < 0 or weight > most for weight in weights):
        raise ValueError("The courier does not take all of these parcels.")
    return {"parcels": len(weights), "weight": round(sum(weights), 1)}


@keeps("results_are_json", judged=True)
def heaviest_parcel_of_few(parcels: str, most: float) -> dict[str, Any]:
    """Add up the weights of parcels that a courier takes.

    Args:
        parcels: A parcel a line, "weight;street", in kg.
        most: The highest weight of a parcel that the courier takes, in kg, up to 1000.

    Raises:
        ValueError: if a line has no weight, or the courier does not take a parcel.
    """
    weights = _weights(parcels)
    if not all(0 <= weight <= min(most, 1000) for weight in weights):
        raise ValueError("The courier does not take all of these parcels.")
    return {"parcels": len(weights), "weight": round(sum(weights), 1)}


@breaks("results_are_json")
def warmest_room(rooms: str) -> dict[str, Any]:
    """Find the warmest room.

    Args:
        rooms: Rooms and their temperatures, a line for each, such as "hall=19.5".
    """
    found: dict[str, float] = {}
    for line in rooms.splitlines():
        room, _, degrees = line.partition("=")
        try:
            found[room] = float(degrees)
        except ValueError:
            continue
    return {"room": max(found, key=found.__getitem__, default=None), "degrees": max(found.values(), default=None)}


@keeps("results_are_json", judged=True)
def warmest_known_room(rooms: str) -> dict[str, Any]:
    """Find the warmest room; a temperature that cannot be read is left out, and told as it was given.

    Args:
        rooms: Rooms and their temperatures, a line for each, such as "hall=19.5".
    """
    found: dict[str, float] = {}
    unread: list[str] = []
    for line in rooms.splitlines():
        room, _, degrees = line.partition("=")
        try:
            found[room] = float(degrees)
        except ValueError:
            unread.append(line)
            continue
        if not math.isfinite(found[room]):
            del found[room]
            unread.append(line)
    return {"degrees": max(found.values(), default=None), "unread": unread}


def _weights(parcels: str) -> list[float]:
    try:
        return [float(line.split(";")[0]) for line in parcels.splitlines() if line.strip()]
    except ValueError:
        raise ValueError("A parcel is a weight and a street, such as 2.5;Elm Street.") from None
