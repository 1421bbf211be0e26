"""Functions of which what holds for most values must hold for all: sums of parts, days of months, filled limits."""

from __future__ import annotations

import calendar
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Total = Annotated[int, Field(ge=1, le=1_000_000, description="Points of the prize.")]
People = Annotated[int, Field(ge=1, le=50, description="Number of winners.")]
Start = Annotated[str, Field(description="First day, as YYYY-MM-DD.", pattern=r"^\d{4}-\d{2}-\d{2}$")]
Rents = Annotated[int, Field(ge=1, le=36, description="Number of rents.")]
Kind = Annotated[Literal["oak", "ash", "elm"], Field(description="Kind of the trees.")]
Most = Annotated[int, Field(ge=1, le=60, description="Most trees to return.")]
_TREES = [(number, ("oak", "ash", "oak", "elm", "ash")[number % 5]) for number in range(1, 15)]


@breaks("common_rules_hold")
def divide_prize_and_round(points: Total, winners: People) -> dict:
    """Divide a prize among its winners, as evenly as whole points allow."""
    return {"points": [{"winner": number, "points": round(points / winners)} for number in range(1, winners + 1)]}


@keeps("common_rules_hold", judged=True)
def divide_prize_with_rest(points: Total, winners: People) -> dict:
    """Divide a prize among its winners, as evenly as whole points allow."""
    each, rest = divmod(points, winners)
    parts = [each + (number <= rest) for number in range(1, winners + 1)]
    return {"points": [{"winner": number, "points": part} for number, part in enumerate(parts, start=1)]}


@keeps("common_rules_hold", judged=False)
def share_of_winners(points: Total, winners: People) -> dict:
    """Return the share of each winner in percent, rounded, and the points that are divided."""
    return {"points": points, "percent": [round(100 / winners, 1)] * winners}


def _in_month(start: date, months: int, day: int) -> date:
    year, month = divmod(start.month - 1 + months, 12)
    length = calendar.monthrange(start.year + year, month + 1)[1]
    return date(start.year + year, month + 1, min(day, length))


@breaks("common_rules_hold")
def rent_days_one_after_another(first: Start, rents: Rents = 12) -> dict:
    """Return the days on which a monthly rent is due, from the first one on."""
    days = [date.fromisoformat(first)]
    while len(days) < rents:
        days.append(_in_month(days[-1], 1, days[-1].day))
    return {"due": [day.isoformat() for day in days]}


@keeps("common_rules_hold", judged=True)
def rent_days_from_the_first(first: Start, rents: Rents = 12) -> dict:
    """Return the days on which a monthly rent is due, from the first one on."""
    start = date.fromisoformat(first)
    return {"due": [_in_month(start, month, start.day).isoformat() for month in range(rents)]}


@keeps("common_rules_hold", judged=True)
def rent_days_of_a_fixed_day(first: Start, rents: Rents = 12) -> dict:
    """Return the days on which a monthly rent is due: on the day of the first one, on the 28th at the latest."""
    start = date.fromisoformat(first)
    return {"due": [_in_month(start, month, min(start.day, 28)).isoformat() for month in range(rents)]}


@breaks("common_rules_hold")
def trees_of_the_first_rows(kind: Kind, most: Most = 10) -> dict:
    """List the trees of a kind."""
    return {"kind": kind, "trees": [number for number, found in _TREES[:most] if found == kind]}


@keeps("common_rules_hold", judged=True)
def trees_of_all_rows(kind: Kind, most: Most = 10) -> dict:
    """List the trees of a kind."""
    return {"kind": kind, "trees": [number for number, found in _TREES if found == kind][:most]}


@keeps("common_rules_hold", judged=False)
def trees_of_a_page(kind: Kind, rows: Most = 10) -> dict:
    """List the trees of a kind among the first rows, and the row to go on with."""
    found = [number for number, name in _TREES[:rows] if name == kind]
    return {"kind": kind, "trees": found, "next": f"row {rows}" if rows < len(_TREES) else ""}


Builds = Annotated[list[str], Field(min_length=1, max_length=50, description='Builds, e.g. ["1.4.2", "1.5.0"].')]
_MODELS = {"ridge": ["9.2.0", "9.10.1", "10.0.0", "9.3.0"], "delta": ["1.1.0", "1.2.0"]}


@breaks("common_rules_hold")
def newest_build_by_text(builds: Builds) -> dict:
    """Return the newest of some builds."""
    return {"newest": max(builds), "compared": len(builds)}


@keeps("common_rules_hold", judged=True)
def newest_build_by_numbers(builds: Builds) -> dict:
    """Return the newest of some builds."""
    try:
        newest = max(builds, key=lambda build: [int(part) for part in build.split(".")])
    except ValueError:
        raise ValueError("A build consists of numbers with dots between them.") from None
    return {"newest": newest, "compared": len(builds)}


@breaks("common_rules_hold")
def firmware_in_order_of_text(model: Literal["ridge", "delta"]) -> dict:
    """List the firmware of a model, the oldest first."""
    return {"firmware": sorted(_MODELS[model])}


@keeps("common_rules_hold", judged=False)
def firmware_as_released(model: Literal["ridge", "delta"]) -> dict:
    """List the firmware of a model in the order of its releases."""
    return {"firmware": _MODELS[model]}


Line = Annotated[str, Field(min_length=1, max_length=2000, description="Text of the display.")]
MaxBytes = Annotated[int, Field(ge=8, le=200, description="Size of the display in bytes.")]


@breaks("common_rules_hold")
def fit_display_by_characters(line: Line, max_bytes: MaxBytes = 60) -> dict:
    """Cut a text to the size of a display."""
    return {"line": line[:max_bytes]}


@keeps("common_rules_hold", judged=True)
def fit_display_by_bytes(line: Line, max_bytes: MaxBytes = 60) -> dict:
    """Cut a text to the size of a display."""
    return {"line": line.encode()[:max_bytes].decode(errors="ignore")}
