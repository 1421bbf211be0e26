"""Tools that save a record again, of which they are said to leave alone what other tools have added to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_SHED = Path("boats.json")


def _boats() -> dict[str, dict[str, Any]]:
    return json.loads(_SHED.read_text()) if _SHED.exists() else {}


def _stored(boats: dict[str, dict[str, Any]], boat: str) -> dict[str, Any]:
    _SHED.write_text(json.dumps(boats))
    return boats[boat]


@keeps("common_rules_hold")
def report_damage(boat: str, damage: str) -> dict[str, Any]:
    """Note a damage of a boat.

    Args:
        boat: Name of the boat.
        damage: What is broken.
    """
    boats = _boats()
    boats[boat]["damages"].append(damage)
    return _stored(boats, boat)


@keeps("common_rules_hold")
def get_boat(boat: str) -> dict[str, Any]:
    """Return a boat with its damages.

    Args:
        boat: Name of the boat.
    """
    return _boats()[boat]


@breaks("common_rules_hold")
def save_boat(boat: str, berth: str) -> str:
    """Add a boat, or give the boat of that name another berth. Damages that were reported stay.

    Args:
        boat: Name of the boat.
        berth: Where it lies.
    """
    _stored({**_boats(), boat: {"boat": boat, "berth": berth, "damages": []}}, boat)
    return f"{boat} lies at {berth}."


@breaks("common_rules_hold")
def moor_boat(boat: str, berth: str) -> str:
    """Write down where a boat lies now; everything else about it remains as it is.

    Args:
        boat: Name of the boat.
        berth: Where it lies.
    """
    if _boats().get(boat, {}).get("berth") != berth:
        _stored({**_boats(), boat: {"boat": boat, "berth": berth, "damages": []}}, boat)
    return f"{boat} lies at {berth}."


@keeps("common_rules_hold", judged=True)
def place_boat(boat: str, berth: str) -> str:
    """Add a boat, or give the boat of that name another berth. Damages that were reported stay.

    Args:
        boat: Name of the boat.
        berth: Where it lies.
    """
    boats = _boats()
    _stored({**boats, boat: {"boat": boat, "damages": [], **boats.get(boat, {}), "berth": berth}}, boat)
    return f"{boat} lies at {berth}."


@keeps("common_rules_hold")
def launch_boat(boat: str, berth: str) -> str:
    """Write down that a boat comes new from the yard, in the place of the boat with its name and of its damages.

    Args:
        boat: Name of the boat.
        berth: Where it lies.
    """
    _stored({**_boats(), boat: {"boat": boat, "berth": berth, "damages": []}}, boat)
    return f"{boat} lies at {berth}."
