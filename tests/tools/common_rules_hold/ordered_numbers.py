"""Functions that put records in the order of a number, by its value or by its digits."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_TRAILS = [
    {"name": "Alder loop", "metres": 850, "opened": "2019-05-02"},
    {"name": "Birch path", "metres": 12000, "opened": "2001-07-11"},
    {"name": "Cedar climb", "metres": 3100, "opened": "2015-09-30"},
    {"name": "Dogwood walk", "metres": 95, "opened": "2022-04-01"},
    {"name": "Elm traverse", "metres": 21500, "opened": "2010-06-18"},
    {"name": "Fir stairs", "metres": 400, "opened": "2008-03-20"},
]
_HEIGHTS = [
    {"peak": "Hoar", "height": "2940"},
    {"peak": "Grey", "height": "870"},
    {"peak": "Long", "height": "11020"},
    {"peak": "Bald", "height": "3304"},
    {"peak": "Twin", "height": "95"},
]


@breaks("common_rules_hold")
def list_trails_by_text(order: Literal["name", "metres"] = "name", most: int = 3) -> list[dict[str, object]]:
    """List trails by their name or their length.

    Args:
        order: Field by which the trails are ordered.
        most: Most trails to list, 1 to 15.

    Raises:
        ValueError: if most is out of range.
    """
    if not 1 <= most <= 15:
        raise ValueError("most must be a whole number from 1 to 15.")
    return sorted(_TRAILS, key=lambda trail: str(trail[order]))[:most]


@keeps("common_rules_hold", judged=True)
def list_trails_by_value(order: Literal["name", "metres"] = "name", most: int = 3) -> list[dict[str, object]]:
    """List trails by their name or their length.

    Args:
        order: Field by which the trails are ordered.
        most: Most trails to list, 1 to 15.

    Raises:
        ValueError: if most is out of range.
    """
    if not 1 <= most <= 15:
        raise ValueError("most must be a whole number from 1 to 15.")
    if order == "metres":
        return sorted(_TRAILS, key=lambda trail: int(str(trail["metres"])))[:most]
    return sorted(_TRAILS, key=lambda trail: str(trail[order]))[:most]


@breaks("common_rules_hold")
def highest_peaks_by_text(most: int = 10) -> dict[str, object]:
    """List peaks, the highest first.

    Args:
        most: Most peaks to list.
    """
    return {"peaks": sorted(_HEIGHTS, key=lambda peak: peak["height"], reverse=True)[:most]}


@keeps("common_rules_hold", judged=True)
def highest_peaks_by_value(most: int = 10) -> dict[str, object]:
    """List peaks, the highest first.

    Args:
        most: Most peaks to list.
    """
    return {"peaks": sorted(_HEIGHTS, key=lambda peak: int(peak["height"]), reverse=True)[:most]}


@keeps("common_rules_hold")
def list_trails_with_their_houses(field: Literal["name", "house"] = "name") -> list[dict[str, object]]:
    """List trails with the numbers of the nearest houses, which are names: 12, 12a, 3.

    Args:
        field: Field by which the trails are ordered.
    """
    houses = ["12", "120", "3", "45", "5"]
    rows = [{"name": trail["name"], "house": house} for trail, house in zip(_TRAILS[::-1], houses, strict=False)]
    return sorted(rows, key=lambda row: str(row[field]))
