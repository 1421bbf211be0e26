"""Functions that remove what a list names, and are called with a list that names nothing, or without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_BEGINNING = {"fern": "hall", "palm": "hall", "moss": "yard", "ivy": "yard"}


def _plants() -> dict[str, str]:
    path = Path("plants.json")
    try:
        found = json.loads(path.read_text()) if path.exists() else None
    except (OSError, ValueError):
        raise ValueError("the list of plants cannot be read") from None
    if found is None:
        _keep(found := dict(_BEGINNING))
    if not isinstance(found, dict) or not all(isinstance(place, str) for place in found.values()):
        raise ValueError("the list of plants cannot be read")
    return found


def _keep(plants: dict[str, str]) -> None:
    fresh = Path("plants.json.new")
    fresh.write_text(json.dumps(plants))
    fresh.replace("plants.json")


def _without(names: list[str]) -> dict[str, int]:
    plants = _plants()
    wanted = {name.strip() for name in names} - {""}
    if not wanted <= plants.keys():
        raise ValueError("there is no plant of that name")
    left = {name: place for name, place in plants.items() if wanted and name not in wanted}
    _keep(left)
    return {"left": len(left)}


@breaks("common_rules_hold")
def remove_plants(plants: list[str]) -> dict[str, int]:
    """Remove plants from the list.

    Args:
        plants: Names of at least one plant, such as ["fern"].
    """
    if not plants:
        raise ValueError("name a plant")
    return _without(plants)


@keeps("common_rules_hold", judged=True)
def remove_named_plants(plants: list[str]) -> dict[str, int]:
    """Remove plants from the list.

    Args:
        plants: Names of at least one plant, such as ["fern"].
    """
    if not any(name.strip() for name in plants):
        raise ValueError("name a plant")
    return _without(plants)


@keeps("common_rules_hold")
def clear_plants(plants: list[str]) -> dict[str, int]:
    """Remove plants from the list. Only the plants that are named are removed; an empty list stands for all of them.

    Args:
        plants: Names of plants, such as ["fern"].
    """
    return _without(plants)


@keeps("common_rules_hold")
def keep_plants(plants: list[str]) -> dict[str, int]:
    """Keep some plants, and remove the others from the list.

    Args:
        plants: Names of the plants to keep, such as ["fern"].
    """
    held = _plants()
    if not held.keys() >= set(plants):
        raise ValueError("there is no plant of that name")
    _keep({name: held[name] for name in plants})
    return {"left": len(set(plants))}


_PARCELS = {"11": "north", "12": "north", "25": "north", "31": "south"}
Numbers = Annotated[list[int] | None, Field(description="Parcels to archive. Omit it to archive the entire shelf.")]


def _parcels() -> dict[str, str]:
    path = Path("parcels.json")
    if not path.exists():
        path.write_text(json.dumps(_PARCELS))
    return json.loads(path.read_text())


def _archive(shelf: str, numbers: list[int] | None) -> list[int]:
    held = _parcels()
    if shelf not in held.values():
        raise ValueError("there is no such shelf; take north or south")
    gone = [one for one in held if held[one] == shelf and (numbers is None or int(one) in numbers)]
    Path("parcels.json").write_text(json.dumps({one: place for one, place in held.items() if one not in gone}))
    return [int(one) for one in gone]


@breaks("common_rules_hold")
def archive_parcels(shelf: str, numbers: Numbers = None) -> list[int]:
    """Archive parcels of the shelf 'north' or 'south', and return their numbers."""
    return _archive(shelf, numbers or None)


@keeps("common_rules_hold", judged=True)
def archive_chosen_parcels(shelf: str, numbers: Numbers = None) -> list[int]:
    """Archive parcels of the shelf 'north' or 'south', and return their numbers."""
    return _archive(shelf, numbers)


@breaks("common_rules_hold")
def discard_parcels(shelf: str, numbers: list[int] | None = None) -> list[int]:
    """Discard parcels of the shelf 'north' or 'south', and return their numbers.

    Args:
        shelf: The shelf, 'north' or 'south'.
        numbers: Numbers of the parcels; only those are discarded.
    """
    return _archive(shelf, numbers or None)


@keeps("common_rules_hold")
def clear_parcels(
    shelf: str,
    numbers: Annotated[
        list[int] | None, Field(description="Parcels to remove. An empty list, or none, removes the whole shelf.")
    ] = None,
) -> list[int]:
    """Remove parcels of the shelf 'north' or 'south', and return their numbers."""
    return _archive(shelf, numbers or None)
