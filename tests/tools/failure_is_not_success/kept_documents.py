"""Functions that read a document again when it changes; some go on with what they have when it cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_TIDES: dict[str, Any] = {}
_FARES: dict[str, Any] = {}
_SHIFTS: dict[str, Any] = {}


@breaks("failure_is_not_success")
def next_tide() -> dict[str, Any]:
    """Return the next tide of the harbour."""
    global _TIDES
    try:
        _TIDES = json.loads(Path("tides.json").read_text())
    except (OSError, ValueError):
        if not _TIDES:
            raise
    return {"at": _TIDES["at"], "metres": _TIDES["metres"]}


@keeps("failure_is_not_success", judged=True)
def low_tide() -> dict[str, Any]:
    """Return the low tide of the harbour."""
    tides = json.loads(Path("tides.json").read_text())
    return {"at": tides["at"], "metres": tides["metres"]}


@breaks("failure_is_not_success")
def fare_of_zone() -> float:
    """Return the fare of the inner zone."""
    path = Path("fares.json")
    changed = path.stat().st_mtime_ns if path.exists() else _FARES["changed"]
    if _FARES.get("changed") != changed:
        fares = json.loads(path.read_text())
        _FARES.update(fare=fares["inner"], changed=changed)
    return float(_FARES["fare"])


@keeps("failure_is_not_success", judged=True)
def early_shift() -> dict[str, Any]:
    """Return who works in the early shift; it says if the plan could not be read again."""
    global _SHIFTS
    is_current = True
    try:
        _SHIFTS = json.loads(Path("shifts.json").read_text())
    except (OSError, ValueError):
        is_current = False
    return {"early": _SHIFTS["early"], "is_current": is_current}


@keeps("failure_is_not_success", judged=True)
def lines_of_plan() -> int:
    """Count the lines of the plan, whatever they are."""
    return len(Path("plan.json").read_bytes().splitlines())


@keeps("failure_is_not_success")
def ferries_of_day(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="The day, e.g. 2024-05-17.")],
) -> list[str]:
    """List the ferries of a day; a timetable that is not there yet has none."""
    place = Path("ferries.json")
    if not place.is_file():
        return []
    try:
        ferries = [(str(one["day"])[:10], str(one["time"])[:5]) for one in json.loads(place.read_text())]
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError("The timetable cannot be read.") from None
    return sorted(time for date, time in ferries if date == day)[:50]
