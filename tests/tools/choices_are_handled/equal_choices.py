"""Filters with a choice that no line of the code handles, and some whose choices may be alike."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_SHELF = [("bread", 0, 3), ("milk", 5, 1), ("salt", 2, 90)]


@breaks("choices_are_handled")
def goods(state: Literal["all", "in_stock", "sold_out", "expiring"] = "all") -> dict[str, list[str]]:
    """List the goods on the shelf: all, those in stock, those sold out, or those that expire in three days."""
    found = _SHELF
    if state == "in_stock":
        found = [one for one in _SHELF if one[1] > 0]
    elif state == "sold_out":
        found = [one for one in _SHELF if one[1] == 0]
    return {"goods": [name for name, _, _ in found]}


@keeps("choices_are_handled")
def goods_in_every_state(state: Literal["all", "in_stock", "sold_out", "expiring"] = "all") -> dict[str, list[str]]:
    """List the goods on the shelf: all, those in stock, those sold out, or those that expire in three days."""
    found = _SHELF
    if state == "in_stock":
        found = [one for one in _SHELF if one[1] > 0]
    elif state == "sold_out":
        found = [one for one in _SHELF if one[1] == 0]
    elif state == "expiring":
        found = [one for one in _SHELF if one[2] <= 3]
    return {"goods": [name for name, _, _ in found]}


@breaks("choices_are_handled")
def shelf_as(form: Literal["names", "counts", "table"]) -> dict[str, object]:
    """Show the shelf as a list of names, as counts by name, or as a table with all columns."""
    match form:
        case "names":
            return {"shelf": [name for name, _, _ in _SHELF]}
        case _:
            return {"shelf": {name: count for name, count, _ in _SHELF}}


@keeps("choices_are_handled")
def shelf_in_format(form: Literal["names", "json", "markdown", "md"]) -> dict[str, object]:
    """Show the shelf as a list of names, as JSON, or as Markdown (also "md")."""
    if form == "names":
        return {"shelf": [name for name, _, _ in _SHELF]}
    if form in ("markdown", "md"):
        return {"shelf": "\n".join(f"- {name}" for name, _, _ in _SHELF)}
    return {"shelf": {name: count for name, count, _ in _SHELF}}


@keeps("choices_are_handled")
def note_delivery(name: str, kind: Literal["usual", "urgent", "cold"]) -> dict[str, object]:
    """Note a delivery of goods; an urgent one is due today, others tomorrow."""
    return {"name": name, "kind": kind, "due": "today" if kind == "urgent" else "tomorrow"}


_FACTORS = {"spoon": 15.0, "cup": 240.0, "ml": 1.0}
_RATES = {"express": 2.0, "night": 3.0}


@breaks("choices_are_handled")
def millilitres(amount: float, unit: Literal["ml", "spoon", "cup", "pint"]) -> dict[str, float]:
    """Convert an amount of a liquid to millilitres."""
    return {"millilitres": amount * _FACTORS.get(unit, 1.0)}


@keeps("choices_are_handled")
def delivery_price(cents: int, way: Literal["usual", "express", "night", "pickup"]) -> dict[str, float]:
    """Return the price of a delivery; express costs twice as much, at night three times."""
    return {"cents": cents * _RATES.get(way, 1.0)}
