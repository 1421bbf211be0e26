"""Tools that say that a key acts once, whatever comes with it, or resemble such tools."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_DRAWN = Path("drawn.json")


def _drawn() -> dict[str, Any]:
    return json.loads(_DRAWN.read_text()) if _DRAWN.exists() else {}


def _draw(key: str, drawing: dict[str, Any]) -> dict[str, Any]:
    drawn = _drawn()
    earlier = drawn.get(key)
    if earlier is None:
        _DRAWN.write_text(json.dumps({**drawn, key: drawing}))
    return {**(earlier or drawing), "was_drawn_before": earlier is not None}


def _digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _checked(litres: int) -> None:
    if not 1 <= litres <= 500:
        raise ValueError("litres must be 1 to 500.")


@breaks("repeated_calls_add_nothing")
def draw_fuel(vehicle: str, litres: int, slip_id: str) -> dict[str, Any]:
    """Draw fuel for a vehicle. Each slip_id draws fuel only once; if it was used before, the earlier drawing is told.

    Args:
        vehicle: The vehicle, such as "van 3".
        litres: How much, 1 to 500.
        slip_id: The id of the slip.
    """
    _checked(litres)
    return _draw(_digest(slip_id, vehicle, litres), {"vehicle": vehicle, "litres": litres})


@breaks("repeated_calls_add_nothing")
def draw_paint(litres: int, colour: str, request_key: str) -> dict[str, Any]:
    """Draw paint from the store.

    Args:
        litres: How much, 1 to 500.
        colour: Its colour.
        request_key: A key of your own. If the key was seen before, nothing is drawn.
    """
    _checked(litres)
    return _draw(f"{request_key}/{litres}", {"colour": colour, "litres": litres})


@keeps("repeated_calls_add_nothing")
def draw_fuel_by_slip(vehicle: str, litres: int, slip_id: str) -> dict[str, Any]:
    """Draw fuel for a vehicle. Each slip_id draws fuel only once; if it was used before, the earlier drawing is told.

    Args:
        vehicle: The vehicle, such as "van 3".
        litres: How much, 1 to 500.
        slip_id: The id of the slip.
    """
    _checked(litres)
    return _draw(_digest(slip_id), {"vehicle": vehicle, "litres": litres})


@keeps("repeated_calls_add_nothing")
def draw_fuel_for_vehicle(vehicle: str, litres: int, slip_id: str) -> dict[str, Any]:
    """Draw fuel. Each slip_id draws fuel only once for a vehicle; the drivers of a column share it.

    Args:
        vehicle: The vehicle, such as "van 3".
        litres: How much, 1 to 500.
        slip_id: The id of the slip.
    """
    _checked(litres)
    return _draw(f"{slip_id}/{vehicle}", {"vehicle": vehicle, "litres": litres})


@keeps("repeated_calls_add_nothing")
def plan_drawing(vehicle: str, litres: int, slip_id: str) -> dict[str, Any]:
    """Plan a drawing of fuel. Each slip_id counts only once: the last plan for it replaces the others.

    Args:
        vehicle: The vehicle, such as "van 3".
        litres: How much, 1 to 500.
        slip_id: The id of the slip.
    """
    _checked(litres)
    _DRAWN.write_text(json.dumps({**_drawn(), slip_id: {"vehicle": vehicle, "litres": litres}}))
    return {"vehicle": vehicle, "litres": litres}


@keeps("repeated_calls_add_nothing")
def draw_equal_once(vehicle: str, litres: int, slip_id: str) -> dict[str, Any]:
    """Draw fuel. Each slip_id with the same vehicle and litres draws fuel only once; a slip may list several drawings.

    Args:
        vehicle: The vehicle, such as "van 3".
        litres: How much, 1 to 500.
        slip_id: The id of the slip.
    """
    _checked(litres)
    return _draw(_digest(slip_id, vehicle, litres), {"vehicle": vehicle, "litres": litres})
