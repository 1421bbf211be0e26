"""Functions whose definition shows values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Size = Annotated[str, Field(max_length=20, description="Size of the sheet such as 'A4', 'A3' or 'B5'.")]
Code = Annotated[str, Field(max_length=12, description="Start of the label.")]
Plan = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Plan such as 'summer' or 'winter'.")]


@breaks("choices_are_handled")
def sheet_area(size: Size) -> int:
    """Return the area of a sheet in square millimetres."""
    match = re.fullmatch(r"A([0-9])", size)
    if not match:
        raise ValueError("there is no such size")
    return 1_000_000 >> int(match[1])


@keeps("choices_are_handled")
def area_of_sheet(size: Size) -> int:
    """Return the area of a sheet in square millimetres."""
    match = re.fullmatch(r"([AB])([0-9])", size)
    if not match:
        raise ValueError("there is no such size")
    return (1_000_000 if match[1] == "A" else 1_414_214) >> int(match[2])


@breaks("choices_are_handled")
def shelf_label(number: int, code: Code = "shelf_") -> str:
    """Return the label of a shelf."""
    if not re.fullmatch(r"[a-z]{1,10}", code) or not 0 <= number < 1_000:
        raise ValueError("a code has letters only, and a number up to 999")
    return f"{code}{number:03d}"


@keeps("choices_are_handled")
def rack_label(number: int, code: Code = "rack_") -> str:
    """Return the label of a rack."""
    if not re.fullmatch(r"[a-z_]{1,10}", code) or not 0 <= number < 1_000:
        raise ValueError("a code has letters only, and a number up to 999")
    return f"{code}{number:03d}"


@keeps("choices_are_handled")
def show_plan(plan: Plan) -> str:
    """Show a plan of the workspace."""
    path = Path(f"{plan}.plan")
    if not path.is_file() or path.stat().st_size > 10_000:
        raise ValueError("there is no such plan")
    return path.read_text(encoding="utf-8", errors="replace")


_TICKETS: dict[str, str] = {}


@keeps("choices_are_handled")
def print_ticket(
    order: str, fare: Annotated[str, Field(description='Fare in crowns, such as "40" or "37.50".')]
) -> dict[str, str]:
    """Print the ticket of an order. If it comes again, it gets the same ticket, and no other fare."""
    if _TICKETS.setdefault(order, fare) != fare:
        raise ValueError("That order has a ticket with another fare. Give a new order.")
    return {"order": order, "fare": fare}
