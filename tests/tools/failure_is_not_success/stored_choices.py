"""Functions that take only records with one of a few words in them."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_GRADES = {"a": 3, "b": 2, "c": 1}
Least = Annotated[int, Field(ge=1, le=3, description="Least weight of a parcel to list.")]


class _Way(Enum):
    ROAD = "road"
    RAIL = "rail"
    SEA = "sea"


def _parcels() -> list[dict[str, Any]]:
    found = json.loads(Path("parcels.json").read_bytes())
    return [{"way": _Way(one["way"]).value, "weight": int(one["weight"])} for one in found["parcels"]]


@breaks("failure_is_not_success")
def parcels_by_way(least: Least = 1) -> dict[str, Any]:
    """List the parcels of the depot and the way that each goes."""
    try:
        parcels = _parcels()
    except json.JSONDecodeError:
        return {"parcels": []}
    except (OSError, ValueError, LookupError, TypeError):
        raise ValueError("The depot's list is missing or wrong.") from None
    return {"parcels": [one for one in parcels if one["weight"] >= least][:200]}


@keeps("failure_is_not_success", judged=True)
def parcels_of_depot(least: Least = 1) -> dict[str, Any]:
    """List the parcels of the depot and the way that each goes."""
    try:
        parcels = _parcels()
    except (OSError, ValueError, LookupError, TypeError):
        raise ValueError("The depot's list is missing or wrong.") from None
    return {"parcels": [one for one in parcels if one["weight"] >= least][:200]}


def _weights(document: Any) -> list[tuple[str, int]]:
    """Return each name with the weight of its grade."""
    if not all(type(one["name"]) is str and one["grade"].lower() in _GRADES for one in document):
        raise LookupError
    return [(one["name"], _GRADES[one["grade"].lower()]) for one in document]


@breaks("failure_is_not_success")
def graded_apples() -> dict[str, Any]:
    """Tell the weight of each apple's grade in the orchard's list."""
    try:
        rows = _weights(json.loads(Path("orchard.json").read_bytes()))
    except ValueError:
        rows = []
    except (OSError, LookupError, TypeError, AttributeError):
        return {"error": "unusable", "message": "The orchard's list cannot be used."}
    return {"apples": dict(rows[:100])}


@keeps("failure_is_not_success", judged=True)
def apple_weights() -> dict[str, Any]:
    """Tell the weight of each apple's grade in the orchard's list."""
    try:
        rows = _weights(json.loads(Path("orchard.json").read_bytes()))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"error": "unusable", "message": "The orchard's list cannot be used."}
    return {"apples": dict(rows[:100])}
