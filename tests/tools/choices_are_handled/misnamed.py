"""Functions that look a choice up in a table, and go on with a default if it is not there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

_CLASSES = ("express", "standard", "bulky", "letter")
Class = Annotated[Literal["express", "standard", "bulky", "letter"], Field(description="Class of the parcel.")]
Kilos = Annotated[float, Field(ge=0.1, le=70, description="Weight of the parcel in kilograms.")]

_DAYS = {"express": 1, "normal": 3, "bulky": 6, "letter": 2}
_DAYS_BUT_FOR_ONE = {"express": 1, "bulky": 6, "letter": 2}
_DAYS_OF_ALL = {"express": 1, "standard": 3, "bulky": 6, "letter": 2, "pallet": 9}
_PRICES = {"express": 9.5, "bulky": 14.0, "letter": 1.2, "pallet": 40.0}


@breaks("choices_are_handled")
def parcel_days_with_another_name(parcel_class: Class, kilos: Kilos) -> dict[str, int]:
    """Return the days until a parcel arrives."""
    if parcel_class not in _CLASSES:
        raise ValueError("There is no such class.")
    return {"days": _DAYS.get(parcel_class, 9) + (1 if kilos > 30 else 0)}


@keeps("choices_are_handled")
def parcel_days_with_a_default(parcel_class: Class, kilos: Kilos) -> dict[str, int]:
    """Return the days until a parcel arrives."""
    if parcel_class not in _CLASSES:
        raise ValueError("There is no such class.")
    return {"days": _DAYS_BUT_FOR_ONE.get(parcel_class, 3) + (1 if kilos > 30 else 0)}


@keeps("choices_are_handled")
def parcel_days_of_more_classes(parcel_class: Class, kilos: Kilos) -> dict[str, int]:
    """Return the days until a parcel arrives."""
    return {"days": _DAYS_OF_ALL.get(parcel_class, 9) + (1 if kilos > 30 else 0)}


@keeps("choices_are_handled")
def parcel_price_by_weight(parcel_class: Class, kilos: Kilos) -> dict[str, float]:
    """Return the price of a parcel; a standard one costs by its weight."""
    price = 2.0 + kilos if parcel_class == "standard" else _PRICES.get(parcel_class, 40.0)
    return {"price": round(price, 2)}
