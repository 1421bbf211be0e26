"""Functions whose dry runs find nothing to do in an empty folder; what they leave shows behind an earlier call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Place = Annotated[str, Field(pattern=r"^[A-Z][a-z]{2,20}$", description='A town, such as "Lyon".')]
Parcels = Annotated[int, Field(ge=1, le=99, description="Number of parcels.")]
DryRun = Annotated[bool, Field(description="Only tell what would be done.")]


def _kept(name: str) -> dict:
    path = Path(name)
    return json.loads(path.read_text()) if path.exists() else {"last": 40, "rows": []}


def _next_label(name: str, place: str, parcels: int, *, dry_run: bool, is_given_back: bool) -> dict:
    book = _kept(name)
    book["last"] += 1
    label = f"{place[:3].upper()}-{book['last']}"
    if not dry_run:
        book["rows"].append([label, parcels])
    elif is_given_back:
        book["last"] -= 1
    if not dry_run or Path(name).exists():
        Path(name).write_text(json.dumps(book))
    return {"label": label, "is_printed": not dry_run}


@breaks("dry_runs_change_nothing")
def print_label(place: Place, parcels: Parcels, dry_run: DryRun = False) -> dict:
    """Print the next label for parcels to a town."""
    return _next_label("labels.json", place, parcels, dry_run=dry_run, is_given_back=False)


@keeps("dry_runs_change_nothing", judged=True)
def print_stamp(place: Place, parcels: Parcels, dry_run: DryRun = False) -> dict:
    """Print the next stamp for parcels to a town."""
    return _next_label("stamps.json", place, parcels, dry_run=dry_run, is_given_back=True)


@keeps("dry_runs_change_nothing", judged=True)
def print_ticket(place: Place, parcels: Parcels, dry_run: DryRun = False) -> dict:
    """Print the next ticket for parcels to a town, and keep a list of what was tried."""
    told = _next_label("tickets.json", place, parcels, dry_run=dry_run, is_given_back=True)
    if dry_run and Path("tickets.json").exists():
        book = _kept("tickets.json")
        book.setdefault("tried", []).append(told["label"])
        Path("tickets.json").write_text(json.dumps(book))
    return told


@breaks("dry_runs_change_nothing")
def move_tour(place: Place, dry_run: DryRun = False) -> str:
    """Move the tour to a town."""
    path = Path("tour.txt")
    old = path.read_text() if path.exists() else "nowhere"
    if old == "nowhere" and dry_run:
        return f"would start in {place}"
    path.write_text(place)
    return f"{old} to {place}"


@keeps("dry_runs_change_nothing", judged=True)
def move_route(place: Place, dry_run: DryRun = False) -> str:
    """Move the route to a town."""
    path = Path("route.txt")
    old = path.read_text() if path.exists() else "nowhere"
    if not dry_run:
        path.write_text(place)
    return f"{old} to {place}"


@keeps("dry_runs_change_nothing", judged=True)
def weigh_parcels(place: Place, parcels: Parcels, dry_run: DryRun = False) -> dict:
    """Book the weight of parcels to a town. Rates are cached, so that the second call for a town is faster."""
    rates, weights = Path("rates.json"), Path("weights.json")
    known = json.loads(rates.read_text()) if rates.exists() else {}
    is_known = place in known
    rates.write_text(json.dumps({**known, place: len(place)}))
    if not dry_run:
        booked = json.loads(weights.read_text()) if weights.exists() else []
        weights.write_text(json.dumps([*booked, parcels * len(place)]))
    return {"weight": parcels * len(place), "from_cache": is_known}
