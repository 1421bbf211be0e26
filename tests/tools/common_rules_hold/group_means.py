"""Means of readings that modules hold by station, of which some have more than others."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from ..marks import breaks, keeps

_READINGS = {
    "ozone": [
        {"station": "harbour", "values": [41.0, 44.5, 39.5, 47.0, 43.0]},
        {"station": "ridge", "values": [88.0]},
        {"station": "park", "values": [52.5, 50.0]},
    ],
    "soot": [{"station": "harbour", "values": [3.5]}, {"station": "ridge", "values": [2.0]}],
}


def _values(substance: str) -> list[list[float]]:
    if substance not in _READINGS:
        raise ValueError("nothing is measured of that")
    return [row["values"] for row in _READINGS[substance]]


@breaks("common_rules_hold")
def pollution(substance: str) -> dict[str, Any]:
    """Return the average of all readings of a substance, and how many readings there are.

    Args:
        substance: "ozone" or "soot".
    """
    values = _values(substance)
    return {"average": round(fmean(map(fmean, values)), 1), "readings": sum(map(len, values))}


@keeps("common_rules_hold", judged=True)
def pollution_of_readings(substance: str) -> dict[str, Any]:
    """Return the average of all readings of a substance, and how many readings there are.

    Args:
        substance: "ozone" or "soot".
    """
    values = _values(substance)
    count = sum(map(len, values))
    return {"average": round(sum(map(sum, values)) / count, 1), "readings": count}


@keeps("common_rules_hold")
def pollution_of_stations(substance: str) -> dict[str, Any]:
    """Return the average of a substance, in which each station counts the same, and how many readings there are.

    Args:
        substance: "ozone" or "soot".
    """
    values = _values(substance)
    return {"average": round(fmean(map(fmean, values)), 1), "readings": sum(map(len, values))}
