"""Functions that list what is within a limit: colours by their hue, lenses by their weight, and hits by their score."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_COLOURS = {"rose": 338, "scarlet": 12, "amber": 45, "lime": 84, "teal": 176, "sky": 203, "plum": 301, "ruby": 351}
_LENSES = [("Kite 20", 180), ("Kite 35", 255), ("Kite 50", 310), ("Kite 85", 642), ("Kite 135", 1190), ("Zoom", 1475)]
_TEXTS = {"tea": 0.91, "coffee": 0.72, "cocoa": 0.55, "milk": 0.41, "water": 0.12}

Hue = Annotated[float, Field(ge=0, le=360, description="A hue in degrees, 0 to 360.")]
Reach = Annotated[float, Field(ge=0, le=180, description="How far a hue may be from it, in degrees.")]
Grams = Annotated[int, Field(ge=1, le=100_000, description="The heaviest lens to list, in grams.")]
Score = Annotated[float, Field(ge=0, le=1, description="The lowest score to list.")]
Sparse = Annotated[float, Field(ge=0, le=1, description="The lowest score to list; texts are thinned out below 0.5.")]


def _apart(one: float, other: float) -> float:
    return min(abs(one - other) % 360, 360 - abs(one - other) % 360)


def _found(hue: float, reach: float, names: list[str]) -> list[dict[str, Any]]:
    found = [{"colour": name, "apart": round(_apart(hue, _COLOURS[name]), 1)} for name in names]
    return sorted([one for one in found if one["apart"] <= reach], key=lambda one: float(str(one["apart"])))


@breaks("common_rules_hold")
def colours_near_on_a_line(hue: Hue, reach: Reach) -> list[dict[str, Any]]:
    """List the colours whose hue is near a hue, the nearest first."""
    return _found(hue, reach, [name for name, own in _COLOURS.items() if hue - reach <= own <= hue + reach])


@keeps("common_rules_hold", judged=True)
def colours_near_on_the_circle(hue: Hue, reach: Reach) -> list[dict[str, Any]]:
    """List the colours whose hue is near a hue, the nearest first."""
    return _found(hue, reach, list(_COLOURS))


def _lenses(grams: int, shelves: int) -> dict[str, Any]:
    rows = [(name, weight) for name, weight in _LENSES if weight // 100 < shelves and weight <= grams]
    return {"lenses": [{"lens": name, "weight_g": weight} for name, weight in rows], "count": len(rows)}


@breaks("common_rules_hold")
def lenses_of_full_shelves(grams: Grams = 5000) -> dict[str, Any]:
    """List the lenses that are not too heavy; a shelf holds those of a hundred grams."""
    return _lenses(grams, grams // 100)


@keeps("common_rules_hold", judged=True)
def lenses_of_all_shelves(grams: Grams = 5000) -> dict[str, Any]:
    """List the lenses that are not too heavy; a shelf holds those of a hundred grams."""
    return _lenses(grams, grams // 100 + 1)


@keeps("common_rules_hold", judged=True)
def texts_above(score: Score = 0.5) -> list[dict[str, Any]]:
    """List the texts with a score that is high enough, the best first."""
    return [{"text": text, "score": own} for text, own in _TEXTS.items() if own >= score]


@keeps("common_rules_hold")
def texts_above_thinned_out(score: Sparse = 0.5) -> list[dict[str, Any]]:
    """List the texts with a score that is high enough; a thinned out list has every other one."""
    found = texts_above(score)
    return found if score < 0.1 or score > 0.45 else found[::2]


@keeps("common_rules_hold")
def three_nearest_colours(hue: Hue, reach: Reach = 180.0) -> list[dict[str, Any]]:
    """List the three colours whose hue is nearest to a hue."""
    return _found(hue, reach, list(_COLOURS))[:3]
