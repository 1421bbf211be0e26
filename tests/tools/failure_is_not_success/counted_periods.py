"""Tools that take a start and a number of hours, minutes or days, and answer a taken period with a status."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="First day, YYYY-MM-DD.")]
Time = Annotated[str, Field(pattern=r"^\d\d:\d\d$", description="Start, HH:MM.")]
Days = Annotated[int, Field(ge=1, le=40, description="Number of days.")]
Minutes = Annotated[int, Field(ge=10, le=600, description="Length.")]
Period = tuple[str, str]


def _period(day: str, days: int) -> Period:
    first = date.fromisoformat(day)
    return first.isoformat(), (first + timedelta(days=days)).isoformat()


def _rows(name: str) -> list[Period]:
    path = Path(name)
    return [(row[0], row[1]) for row in json.loads(path.read_text())] if path.exists() else []


def _take(name: str, new: Period, is_taken: Callable[[Period], bool]) -> dict[str, str]:
    rows = _rows(name)
    if any(is_taken(row) for row in rows):
        return {"status": "not free"}
    Path(name).write_text(json.dumps([*rows, new]))
    return {"status": "yours", "until": new[1]}


@breaks("failure_is_not_success")
def hire_tent(first: Day, days: Days) -> dict[str, str]:
    """Hire the tent of the club for some days."""
    new = _period(first, days)
    return _take("tents.json", new, lambda row: row[0] <= new[0] < row[1] or row[0] < new[1] <= row[1])


@breaks("failure_is_not_success")
def hire_kiln(day: Day, start: Time, minutes: Minutes) -> dict[str, str]:
    """Hire the kiln for a part of a day."""
    begin = datetime.fromisoformat(f"{day}T{start}")
    new = (f"{begin:%Y-%m-%d %H:%M}", f"{begin + timedelta(minutes=minutes):%Y-%m-%d %H:%M}")
    return _take("kilns.json", new, lambda row: new[0] <= row[0] < new[1] or new[0] < row[1] <= new[1])


@keeps("failure_is_not_success", judged=True)
def hire_boat(first: Day, days: Days) -> dict[str, str]:
    """Hire the boat of the club for some days."""
    new = _period(first, days)
    return _take("boats.json", new, lambda row: row[0] < new[1] and new[0] < row[1])


@keeps("failure_is_not_success", judged=True)
def hire_oven(day: Day, start: Time, minutes: Minutes) -> dict[str, str]:
    """Hire the oven for a part of a day."""
    begin = datetime.fromisoformat(f"{day}T{start}")
    new = (f"{begin:%Y-%m-%d %H:%M}", f"{begin + timedelta(minutes=minutes):%Y-%m-%d %H:%M}")
    return _take("ovens.json", new, lambda row: row[0] < new[1] and new[0] < row[1])


@keeps("failure_is_not_success", judged=True)
def note_holiday(first: Day, days: Days) -> dict[str, str]:
    """Note a holiday; days that are noted already are not noted again, and a longer one takes in the shorter."""
    new = _period(first, days)
    rows = _rows("holidays.json")
    if any(row[0] <= new[0] and new[1] <= row[1] for row in rows):
        return {"status": "noted before"}
    kept = [row for row in rows if row[1] < new[0] or new[1] < row[0]]
    joined = [row for row in rows if row not in kept]
    longest = min([new[0], *(row[0] for row in joined)]), max([new[1], *(row[1] for row in joined)])
    Path("holidays.json").write_text(json.dumps([*kept, longest]))
    return {"status": "noted", "until": longest[1]}


@keeps("failure_is_not_success", judged=True)
def visit_museum(day: Day, guests: Annotated[int, Field(ge=1, le=40, description="Number of people.")]) -> dict:
    """Announce a visit on a day, for which there is one group only."""
    rows = _rows("visits.json")
    if any(row[0] == day for row in rows):
        return {"status": "not free"}
    Path("visits.json").write_text(json.dumps([*rows, (day, str(guests))]))
    return {"status": "yours", "guests": guests}


@keeps("failure_is_not_success", judged=True)
def replace_rental(first: Day, days: Days) -> dict[str, str]:
    """Rent the van; a longer rental takes the place of those within it."""
    new = _period(first, days)
    rows = [row for row in _rows("vans.json") if not (new[0] <= row[0] and row[1] <= new[1])]
    if any(row[0] < new[1] and new[0] < row[1] for row in rows):
        return {"status": "not free"}
    Path("vans.json").write_text(json.dumps([*rows, new]))
    return {"status": "yours", "until": new[1]}
