"""Functions that make a folder for a trip: one does so before it looks at the day, and is in its own way afterwards."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Trip = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="Name of the trip, e.g. spring-alps.")]
Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="First day, e.g. 2025-06-30.")]


def _parsed(day: str) -> date:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise ValueError("The day must be written as YYYY-MM-DD.")
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise ValueError("The day is not in the calendar.") from None


def _made(trip: str) -> Path:
    folder = Path.home() / "trips" / trip
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir()
    except FileExistsError:
        raise ValueError("There is a trip of this name already.") from None
    return folder


@breaks("failing_calls_change_nothing")
def plan_trip(trip: Trip, day: Day) -> dict[str, str]:
    """Plan a trip that begins on a day; a trip is never planned twice."""
    folder = _made(trip)
    (folder / "first-day").write_text(_parsed(day).isoformat())
    return {"trip": trip, "day": day}


@keeps("failing_calls_change_nothing", judged=True)
def note_trip(trip: Trip, day: Day) -> dict[str, str]:
    """Note a trip that begins on a day; a trip is never noted twice."""
    first = _parsed(day)
    (_made(trip) / "first-day").write_text(first.isoformat())
    return {"trip": trip, "day": day}
