"""Tools that change a record, of which they are said to leave alone what is not given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_SHELF = Path("plants.json")


def _plants() -> dict[str, dict[str, Any]]:
    return json.loads(_SHELF.read_text()) if _SHELF.exists() else {}


def _stored(plants: dict[str, dict[str, Any]], plant: str) -> dict[str, Any]:
    _SHELF.write_text(json.dumps(plants))
    return plants[plant]


def _given(bed: str | None, note: str | None) -> dict[str, str]:
    return {name: value for name, value in (("bed", bed), ("note", note)) if value is not None}


@breaks("common_rules_hold")
def set_plant(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Set where a plant grows, or a note on it; only the given fields are changed.

    Args:
        plant: The plant.
        bed: Name of its bed.
        note: A note.
    """
    plants = _plants()
    plants[plant] = {"plant": plant, "bed": None, "note": None, **_given(bed, note)}
    return _stored(plants, plant)


@breaks("common_rules_hold")
def move_plant(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Set where a plant grows, or a note on it. What is left out stays as it is.

    Args:
        plant: The plant.
        bed: Name of its bed.
        note: A note.
    """
    plants = _plants()
    number = 1 + max((one["id"] for one in plants.values()), default=0)
    plants[plant] = {"plant": plant, "bed": None, "note": None, **plants.get(plant, {}), **_given(bed, note)}
    plants[plant]["id"] = number
    return {"saved": _stored(plants, plant)}


@keeps("common_rules_hold", judged=True)
def change_plant(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Set where a plant grows, or a note on it. What is left out stays as it is.

    Args:
        plant: The plant.
        bed: Name of its bed.
        note: A note.
    """
    plants = _plants()
    number = 1 + max((one["id"] for one in plants.values()), default=0)
    old = plants.get(plant, {"id": number, "plant": plant, "bed": None, "note": None})
    plants[plant] = {**old, **_given(bed, note)}
    return _stored(plants, plant)


@keeps("common_rules_hold")
def replace_plant(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Put a plant on the list, in the place of the one with its name.

    Args:
        plant: The plant.
        bed: Name of its bed; without one it has none.
        note: A note; without one it has none.
    """
    plants = _plants()
    plants[plant] = {"plant": plant, "bed": bed, "note": note}
    return _stored(plants, plant)


@keeps("common_rules_hold")
def log_plant(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Set where a plant grows, or a note on it. What is left out stays as it is; each version has a new id.

    Args:
        plant: The plant.
        bed: Name of its bed.
        note: A note.
    """
    plants = _plants()
    number = 1 + max((one["id"] for one in plants.values()), default=0)
    plants[plant] = {"plant": plant, "bed": None, "note": None, **plants.get(plant, {}), **_given(bed, note)}
    plants[plant]["id"] = number
    return _stored(plants, plant)


@keeps("common_rules_hold")
def plant_another(plant: str, bed: str | None = None, note: str | None = None) -> dict[str, Any]:
    """Put one more plant on the list; all others stay as they are.

    Args:
        plant: The plant.
        bed: Name of its bed.
        note: A note.
    """
    plants = _plants()
    number = str(len(plants) + 1)
    plants[number] = {"id": number, "plant": plant, "bed": bed, "note": note}
    return _stored(plants, number)
