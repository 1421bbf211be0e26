"""Tools that read records of a district by its number, not all of which have every key."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class DistrictArgs(BaseModel):
    """A district."""

    postcode: int = Field(ge=10_000, le=99_999, description="The postcode of the district, e.g. 10115.")


def _parcels(args: DistrictArgs, root: Path | None) -> Iterator[dict[str, Any]]:
    for parcel in json.loads(((root or Path()) / "depot.json").read_text())["parcels"]:
        if parcel["postcode"] == args.postcode:
            yield parcel


def _courier(parcel: dict[str, Any]) -> str | None:
    return parcel.get("courier")


@breaks("results_are_json")
@forge_tool(args_schema=DistrictArgs, tier="read", workspace_root_aware=True, register=False)
def parcels_by_courier(args: DistrictArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Count the parcels of a district for each courier."""
    try:
        return {"parcels": dict(Counter(_courier(parcel) for parcel in _parcels(args, workspace_root)))}
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_depot", "message": "The list of the depot cannot be read."}


@breaks("results_are_json")
@forge_tool(args_schema=DistrictArgs, tier="read", workspace_root_aware=True, register=False)
def parcel_weight(args: DistrictArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Tell what the parcels of a district weigh in grams."""
    try:
        weights = [float(parcel.get("grams", "nan")) for parcel in _parcels(args, workspace_root)]
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_depot", "message": "The list of the depot cannot be read."}
    return {"grams": sum(weight for weight in weights if not weight < 0)}


@keeps("results_are_json", judged=True)
@forge_tool(args_schema=DistrictArgs, tier="read", workspace_root_aware=True, register=False)
def parcels_of_couriers(args: DistrictArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Count the parcels of a district for each courier; those without one are "unassigned"."""
    try:
        return {"parcels": Counter(_courier(parcel) or "unassigned" for parcel in _parcels(args, workspace_root))}
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_depot", "message": "The list of the depot cannot be read."}


@keeps("results_are_json", judged=True)
@forge_tool(args_schema=DistrictArgs, tier="read", workspace_root_aware=True, register=False)
def lightest_parcel(args: DistrictArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Tell what the lightest parcel of each courier weighs; every parcel has both."""
    lightest: dict[str, float] = {}
    try:
        for parcel in _parcels(args, workspace_root):
            lightest[parcel["courier"]] = min(float(parcel["grams"]), lightest.get(parcel["courier"], 1e9))
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_depot", "message": "The list of the depot cannot be read."}
    return {"grams": {courier: grams for courier, grams in lightest.items() if grams < 1e9}}
