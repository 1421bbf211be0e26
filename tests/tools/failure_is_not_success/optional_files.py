"""Functions that do without a file of the name that they are given, which may be there and damaged."""

from __future__ import annotations

import contextlib
import json
import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Van = Annotated[str, Field(pattern="^[a-z]{3,10}$", description="Name of the van, e.g. dora.")]
_USUAL = {"seats": 9, "litres": 70}


@breaks("failure_is_not_success")
def van_settings(van: Van) -> dict[str, object]:
    """Tell the seats and the tank of a van: what vans/NAME.toml says, and the usual figures for the rest."""
    settings = dict(_USUAL)
    path = Path("vans") / f"{van}.toml"
    if path.is_file():
        with contextlib.suppress(tomllib.TOMLDecodeError, UnicodeDecodeError):
            own = tomllib.loads(path.read_text())
            settings |= {"seats": own.get("seats", 9), "litres": own.get("litres", 70)}
    return {"van": van, **settings}


@breaks("failure_is_not_success")
def van_route(van: Van) -> dict[str, object]:
    """List the stops of a van: those of all vans in stops.json, and its own in tours/NAME.json if it has any."""
    stops = json.loads(Path("stops.json").read_text())["stops"]
    try:
        stops = [*stops, *json.loads((Path("tours") / f"{van}.json").read_text())["stops"]]
    except Exception:
        return {"stops": stops}
    return {"stops": stops}


@keeps("failure_is_not_success", judged=True)
def van_figures(van: Van) -> dict[str, object]:
    """Tell the seats and the tank of a van: what vans/NAME.toml says, and the usual figures for the rest."""
    try:
        own = tomllib.loads((Path("vans") / f"{van}.toml").read_text())
    except FileNotFoundError:
        own = {}
    except ValueError:
        raise ValueError("The settings of the van cannot be read.") from None
    return {"van": van, "seats": own.get("seats", 9), "litres": own.get("litres", 70)}


@keeps("failure_is_not_success", judged=True)
def van_stops(van: Van) -> dict[str, object]:
    """List the stops of a van: those of all vans in stops.json, and its own in tours/NAME.json if it has any."""
    stops, path = json.loads(Path("stops.json").read_text())["stops"], Path("tours") / f"{van}.json"
    try:
        own = json.loads(path.read_text())["stops"] if path.exists() else []
    except (ValueError, KeyError, TypeError):
        return {"stops": stops, "warning": "The van's own stops cannot be read."}
    return {"stops": [*stops, *own]}


@keeps("failure_is_not_success", judged=True)
def van_mileage(van: Van) -> dict[str, object]:
    """Add up the trips of a van in trips.json, unless the sum has been kept."""
    kept = Path("cache") / f"{van}.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return {"km": json.loads(kept.read_text())["km"]}
    trips = json.loads(Path("trips.json").read_text())
    return {"km": sum(float(trip["km"]) for trip in trips if trip["van"] == van)}


@keeps("failure_is_not_success")
def van_colours(van: Van) -> dict[str, object]:
    """Tell the colour of a van in paint/NAME.json; "white" without such a file, or if it is damaged."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return {"colour": json.loads((Path("paint") / f"{van}.json").read_text())["colour"]}
    return {"colour": "white"}


def _discounts() -> dict[str, float]:
    """Return the discounts of discounts.json, if there are any."""
    try:
        return dict(json.loads(Path("discounts.json").read_text()))
    except FileNotFoundError:
        return {}


@breaks("failure_is_not_success")
def discount_of(club: str, usual: float = 2.5) -> dict[str, object]:
    """Tell the discount of a club, which discounts.json says.

    Args:
        club: Name of the club.
        usual: The discount of clubs that have none of their own.

    Raises:
        ValueError: The discounts are there, but corrupt.
    """
    try:
        return {"club": club, "percent": _discounts().get(club, usual)}
    except ValueError:
        return {"club": club, "percent": usual}


@keeps("failure_is_not_success", judged=True)
def discount_for(club: str, usual: float = 2.5) -> dict[str, object]:
    """Tell the discount of a club, which discounts.json says.

    Args:
        club: Name of the club.
        usual: The discount of clubs that have none of their own.

    Raises:
        ValueError: The discounts are there, but corrupt.
    """
    return {"club": club, "percent": _discounts().get(club, usual)}


@keeps("failure_is_not_success", judged=True)
def discount_or_usual(club: str, usual: float = 2.5) -> dict[str, object]:
    """Tell the discount of a club, which discounts.json says; a corrupt one counts as empty.

    Args:
        club: Name of the club.
        usual: The discount of clubs that have none of their own.
    """
    return discount_of(club, usual)
