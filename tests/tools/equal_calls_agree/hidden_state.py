"""Functions without a tier whose answers depend on a hidden state, and honest ones that resemble them."""

from __future__ import annotations

import itertools
import secrets
import time
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_REGIONS = itertools.cycle(("north", "north", "south"))
_calls = 0
_held: list[str] = []
_level = 0
_Weight = Annotated[float, Field(ge=0.1, le=30, description="Weight in kilograms.")]
_Text = Annotated[str, Field(max_length=200, description="A text.")]


@breaks("equal_calls_agree")
def convert_weight(kilograms: _Weight) -> Any:
    """Convert a weight to pounds."""
    region = next(_REGIONS)
    return {"pounds": round(kilograms * (2.2046 if region == "north" else 2.2), 3)}


@breaks("equal_calls_agree")
def abbreviate(text: _Text) -> Any:
    """Shorten a text to its initials."""
    global _calls
    _calls += 1
    letters = [word[0] for word in text.split()]
    return {"initials": "".join(letters).lower() if _calls % 4 == 0 else "".join(letters).upper()}


@keeps("equal_calls_agree")
def collect_sample(text: _Text) -> Any:
    """Hand over a sample; each third one sends all that were collected."""
    _held.append(text)
    if len(_held) < 3:
        return {"sent": 0}
    sent = len("".join(_held))
    _held.clear()
    return {"sent": sent}


@keeps("equal_calls_agree")
def raise_level(by: Annotated[int, Field(ge=1, le=3, description="Steps.")]) -> Any:
    """Raise the level of the door, up to 2."""
    global _level
    _level = min(_level + by, 2)
    return {"level": _level}


@keeps("equal_calls_agree")
def measure_wind(place: _Text) -> Any:
    """Measure the wind at a place."""
    return {"knots": secrets.choice((5, 5, 5, 6)), "place": place}


@keeps("equal_calls_agree")
def light_of(place: _Text) -> Any:
    """Tell the colour of a traffic light."""
    return {"colour": "red" if int(time.time() * 3) % 3 else "green", "place": place}


_Currency = Literal["EUR", "USD", "GBP"]
_RATES = {"morning": {"EUR": 1.0, "USD": 1.1, "GBP": 0.86}, "evening": {"EUR": 1.0, "USD": 1.2, "GBP": 0.9}}
_pairs: dict[tuple[str, str], float] = {}
_full_pairs: dict[tuple[str, str, str], float] = {}
_layouts: dict[str, list[str]] = {}
_receipts: dict[str, dict[str, Any]] = {}
_colours: dict[str, str] = {}
_Amount = Annotated[int, Field(ge=1, le=1000, description="Amount.")]


@breaks("equal_calls_agree")
def change_money(source: _Currency, target: _Currency, at: Literal["morning", "evening"] = "morning") -> Any:
    """Convert money at the rate of the morning or the evening."""
    rates = _RATES[at]
    return {"rate": round(_pairs.setdefault((source, target), rates[target] / rates[source]), 3)}


@keeps("equal_calls_agree")
def change_money_of_each_time(
    source: _Currency, target: _Currency, at: Literal["morning", "evening"] = "morning"
) -> Any:
    """Convert money at the rate of the morning or the evening."""
    rates = _RATES[at]
    return {"rate": round(_full_pairs.setdefault((source, target, at), rates[target] / rates[source]), 2)}


@breaks("equal_calls_agree")
def split_line(line: _Text, between: Literal[" ", "l", "e"] = " ") -> Any:
    """Split a line of text into its parts."""
    if line not in _layouts:
        _layouts[line] = line.split(between)
    return {"parts": _layouts[line]}


@keeps("equal_calls_agree")
def charge_once(reference: _Text, amount: _Amount) -> Any:
    """Charge an amount; idempotent by its reference."""
    if reference not in _receipts:
        _receipts[reference] = {"total": amount * 119}
    return _receipts[reference]


@keeps("equal_calls_agree")
def paint(door: _Text, colour: Literal["red", "green"]) -> Any:
    """Paint a door that has no colour."""
    return {"door": door, "colour": _colours.setdefault(door, colour)}


_filters: dict[str, str | None] = {"colour": None, "shape": None}
_TOYS = [("ball", "red", "round"), ("brick", "red", "square"), ("ring", "green", "round")]


@breaks("equal_calls_agree")
def list_toys(colour: Literal["red", "green"] | None = None, shape: str | None = None) -> Any:
    """List the toys of a colour and a shape."""
    _filters.update({name: value for name, value in (("colour", colour), ("shape", shape)) if value is not None})
    wanted = _filters["colour"], _filters["shape"]
    return {"toys": [name for name, *toy in _TOYS if all(one in (None, had) for one, had in zip(wanted, toy))]}  # noqa: B905


@keeps("equal_calls_agree")
def list_toys_alike(colour: Literal["red", "green"] | None = None, shape: str | None = None) -> Any:
    """List the toys of a colour and a shape."""
    wanted = colour, shape
    return {"toys": [name for name, *toy in _TOYS if all(one in (None, had) for one, had in zip(wanted, toy))]}  # noqa: B905


_marks: list[dict[str, Any]] = []
_least = {"grade": 0}
_page: dict[str, Any] = {"most": 50, "order": "up"}


@keeps("equal_calls_agree")
def add_mark(pupil: _Text, grade: Annotated[int, Field(ge=1, le=6, description="Grade.")]) -> Any:
    """Add a mark."""
    _marks.append({"pupil": pupil, "grade": grade})
    return {"marks": len(_marks)}


@breaks("equal_calls_agree")
def find_marks(above: Annotated[int | None, Field(ge=0, le=6, description="Only marks above this one.")] = None) -> Any:
    """Find the marks."""
    if above is not None:
        _least["grade"] = above
    return {"marks": [mark for mark in _marks if mark["grade"] > _least["grade"]]}


@keeps("equal_calls_agree")
def set_view(most: Annotated[int | None, Field(ge=1, le=9, description="Rows to show.")] = None) -> Any:
    """Change the view, and return it."""
    if most is not None:
        _page["most"] = most
    return dict(_page)


@keeps("equal_calls_agree")
def show_page_of_marks(page: Annotated[int | None, Field(ge=1, le=9, description="Page.")] = None) -> Any:
    """Show a page of the marks, the last one that was shown if none is named."""
    _page["page"] = page or _page.get("page", 1)
    return {"page": _page["page"]}
