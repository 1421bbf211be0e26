"""Functions that take two moments with their offsets from UTC: one cuts the offsets off."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Left = Annotated[str, Field(description="When the ferry left, e.g. 2025-03-01T09:00:00+01:00.")]
_Came = Annotated[str, Field(description="When it came, e.g. 2025-03-01T09:40:00+01:00.")]


def _read(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("A moment needs its offset from UTC, such as +01:00.")
    return moment


@breaks("common_rules_hold")
def crossing_by_the_clock(left: _Left, came: _Came) -> dict[str, int | str]:
    """Return how many minutes a crossing took. The banks may have different offsets from UTC."""
    took = _read(came).replace(tzinfo=None) - _read(left).replace(tzinfo=None)
    return {"left": left, "minutes": int(took.total_seconds() // 60)}


@keeps("common_rules_hold", judged=True)
def crossing(left: _Left, came: _Came) -> dict[str, int | str]:
    """Return how many minutes a crossing took. The banks may have different offsets from UTC."""
    return {"left": left, "minutes": int((_read(came) - _read(left)).total_seconds() // 60)}


@keeps("common_rules_hold", judged=True)
def sign_of_crossing(left: _Left, came: _Came) -> dict[str, int]:
    """Return the hours for the sign at the landing, each as the clock of its bank shows it."""
    return {"leaves_at": _read(left).hour, "comes_at": _read(came).hour}


@keeps("common_rules_hold", judged=True)
def days_at_sea(left: _Left, came: _Came) -> dict[str, int]:
    """Return on how many days of the calendar in UTC a ferry was at sea."""
    return {"days": (_read(came).astimezone(UTC).date() - _read(left).astimezone(UTC).date()).days + 1}


_Sightings = Annotated[
    dict[str, str], Field(description='When each bird was seen, e.g. {"crane": "2025-03-01T09:00:00+01:00"}.')
]


@breaks("common_rules_hold")
def first_bird(sightings: _Sightings) -> dict[str, str | None]:
    """Return the bird that was seen first. Watchers may write with different offsets from UTC."""
    for text in sightings.values():
        _read(text)
    name = min(sightings, key=lambda bird: (sightings[bird][:19], bird), default=None)
    return {"bird": name}


@keeps("common_rules_hold", judged=True)
def earliest_bird(sightings: _Sightings) -> dict[str, str | None]:
    """Return the bird that was seen first. Watchers may write with different offsets from UTC."""
    name = min(sightings, key=lambda bird: (_read(sightings[bird]), bird), default=None)
    return {"bird": name}


@keeps("common_rules_hold")
def early_bird(sightings: _Sightings) -> dict[str, str | None]:
    """Return the bird that was seen at the earliest hour of the day, as the watcher's own clock shows it."""
    name = min(sightings, key=lambda bird: (_read(sightings[bird]).time(), bird), default=None)
    return {"bird": name}


_Shifts = Annotated[
    list[dict[str, str]],
    Field(
        description='Shifts, each with its begin and end, e.g. [{"begin": "2025-03-01T09:00:00+01:00", "end": '
        '"2025-03-01T17:00:00+01:00"}].'
    ),
]


@breaks("common_rules_hold")
def hours_of_shifts(shifts: _Shifts) -> dict[str, float]:
    """Add up the hours of shifts. Begin and end may have different offsets from UTC."""
    clocks = [(_read(one["begin"]).replace(tzinfo=UTC), _read(one["end"]).replace(tzinfo=UTC)) for one in shifts]
    return {"hours": sum((end - begin).total_seconds() for begin, end in clocks) / 3600}


@keeps("common_rules_hold", judged=True)
def hours_at_work(shifts: _Shifts) -> dict[str, float]:
    """Add up the hours of shifts. Begin and end may have different offsets from UTC."""
    return {"hours": sum((_read(one["end"]) - _read(one["begin"])).total_seconds() for one in shifts) / 3600}
