"""Functions that refuse a declared edge, and functions that refuse a value for another reason."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Depth = Annotated[int, Field(ge=0, le=900, description="Depth in metres.")]
Copies = Annotated[int, Field(ge=1, le=20, description="How many copies.")]
Motto = Annotated[str, Field(max_length=40, description="Motto below the picture.")]
Labels = Annotated[list[str], Field(min_length=0, max_length=9, description="Labels; they replace those before.")]


@breaks("choices_are_handled")
def log_depth(depth: Depth, diver: str = "anna") -> dict:
    """Log how deep a diver was."""
    fields = {"depth": depth, "diver": diver}
    missing = [name for name, value in fields.items() if not value]
    if missing:
        raise ValueError(f"a value is needed for {missing[0]}")
    return fields


@keeps("choices_are_handled")
def note_depth(depth: Depth, diver: str = "anna") -> dict:
    """Note how deep a diver was."""
    fields = {"depth": depth, "diver": diver}
    missing = [name for name, value in fields.items() if value is None]
    if missing:
        raise ValueError(f"a value is needed for {missing[0]}")
    return fields


@breaks("choices_are_handled")
def print_copies(copies: Copies) -> dict:
    """Print some copies of the poster."""
    if not 1 < copies <= 20:
        return {"error": "bad_copies", "message": "From 1 to 20 copies can be printed."}
    return {"printed": copies}


@breaks("choices_are_handled")
def scan_copies(copies: Copies) -> dict:
    """Scan some copies of the poster."""
    if not 1 <= copies < 20:
        return {"error": "bad_copies", "message": "From 1 to 20 copies can be scanned."}
    return {"scanned": copies}


@breaks("choices_are_handled")
def carve_motto(motto: Motto) -> str:
    """Return a frame for a motto."""
    if len(motto) >= 40:
        raise ValueError("the motto is too long")
    return f"[{motto}]"


@keeps("choices_are_handled")
def paint_motto(motto: Motto) -> str:
    """Return a frame for a motto."""
    if len(motto) > 40:
        raise ValueError("the motto is too long")
    return f"[{motto}]"


@breaks("choices_are_handled")
def set_labels(labels: Labels) -> dict:
    """Replace the labels of the picture."""
    if not labels:
        raise ValueError("labels are missing")
    return {"labels": sorted(set(labels))}


@breaks("choices_are_handled")
def switch_lamp(lit: bool, hours: Annotated[int, Field(ge=0, le=24, description="For how long.")] = 3) -> dict:
    """Switch the lamp on or off."""
    for name, value in (("lit", lit), ("hours", hours)):
        if not value:
            raise ValueError(f"{name} is required")
    return {"lit": lit, "hours": hours}


@keeps("choices_are_handled")
def empty_tank(confirm: bool, litres: Annotated[int, Field(ge=0, le=90, description="How much stays in.")] = 0) -> dict:
    """Empty the tank; confirm has to be true."""
    if not confirm:
        raise ValueError("confirm that the tank is to be emptied")
    return {"litres": litres}


_BERTHS = {1: "north", 2: "east", 3: "south"}


@keeps("choices_are_handled")
def berth_of(berth: Annotated[int, Field(ge=0, le=900, description="Number of the berth.")]) -> dict:
    """Return where a berth is."""
    if berth not in _BERTHS:
        raise ValueError(f"there is no berth {berth}")
    return {"side": _BERTHS[berth]}


@keeps("choices_are_handled")
def tide_between(
    begin: Annotated[int, Field(ge=0, le=23, description="First hour.")],
    end: Annotated[int, Field(ge=0, le=24, description="Hour after the last.")],
) -> list[int]:
    """Return the tides of some hours of the day."""
    if end <= begin:
        raise ValueError("end has to be after begin")
    return [hour * hour % 7 for hour in range(begin, end)]


@keeps("choices_are_handled")
def change_ballast(
    tons: Annotated[int, Field(ge=0, le=50, description="Tons of ballast.")],
    mode: Annotated[Literal["add", "set"], Field(description="add to the ballast, or set it.")] = "add",
) -> dict:
    """Change the ballast."""
    if mode == "add" and tons == 0:
        raise ValueError("there is nothing to add")
    return {"tons": tons + (10 if mode == "add" else 0)}


@keeps("choices_are_handled")
def chart_page(page: Annotated[int, Field(ge=1, le=100, description="Page of the chart book.")]) -> dict:
    """Return a page of the chart book, which has 60."""
    if page > 60:
        raise ValueError("the book has no such page")
    return {"page": page}


@keeps("choices_are_handled")
def join_ropes(
    ropes: Annotated[list[str], Field(min_length=1, max_length=6, description="Ropes, one after another.")],
    knot: Annotated[str, Field(min_length=1, max_length=8, description="Knot between them.")] = "bend",
) -> str:
    """Return the line made of some ropes."""
    if len("".join(ropes)) > 60:
        raise ValueError("the line would be too long")
    return f"-{knot}-".join(ropes)


@breaks("choices_are_handled")
def plan_dive(depth: Depth, place: str = "reef") -> dict:
    """Plan a dive; without a depth it goes to ten metres."""
    return {"place": place, "dive": {"depth": depth or 10}}


@keeps("choices_are_handled")
def plan_swim(depth: Depth, place: str = "bay") -> dict:
    """Plan a swim."""
    return {"place": place, "swim": {"depth": depth}}


@keeps("choices_are_handled")
def book_copies(copies: Annotated[int, Field(ge=0, le=20, description="How many; 0 for a whole box.")]) -> dict:
    """Book some copies of the poster."""
    return {"copies": copies or 50}


@breaks("choices_are_handled")
def rank_alarm(
    place: Annotated[str, Field(min_length=1, max_length=40, description="Where it rings.")],
    rank: Annotated[int | None, Field(ge=0, le=4, description="0 (at once) to 4 (some day); 2 if null.")] = None,
) -> dict:
    """Rank an alarm."""
    return {"place": place, "rank": rank or 2}


@keeps("choices_are_handled")
def cap_rows(
    table: Annotated[str, Field(min_length=1, max_length=40, description="The table.")],
    rows: Annotated[int, Field(ge=0, le=400, description="Most rows; 0 for the usual number.")] = 0,
) -> dict:
    """Cap the rows of a table."""
    return {"table": table, "rows": rows or 50}


@keeps("choices_are_handled")
def invite(
    email: Annotated[str, Field(min_length=3, max_length=120, description="E-mail address of the guest.")],
) -> dict:
    """Invite a guest."""
    if "@" not in email:
        raise ValueError("The e-mail address needs an @.")
    return {"invited": email}


Shift = Annotated[float | None, Field(ge=-90, le=90, description="Shift in degrees; the last one stays if left out.")]
_turned, _shifted = {"shift": 0.0}, {"shift": 0.0}


@breaks("choices_are_handled")
def turn_lamp(shift: Shift = None) -> dict:
    """Turn the lamp, and return where it is."""
    if shift:
        _turned["shift"] = shift
    return dict(_turned)


@keeps("choices_are_handled")
def shift_lamp(shift: Shift = None) -> dict:
    """Turn the lamp, and return where it is."""
    if shift is not None:
        _shifted["shift"] = shift
    return dict(_shifted)


@keeps("choices_are_handled")
def share_out(by: Annotated[float, Field(ge=-50, le=50, description="What to divide by.")] = 2.0) -> dict:
    """Divide a cake."""
    if not by:
        raise ValueError("Nothing is divided by zero.")
    return {"by": by, "share": 1 / by}
