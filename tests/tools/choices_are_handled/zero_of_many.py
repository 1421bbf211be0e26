"""Functions that return the last of something, as many as they are asked for; 0 may stand for all of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

TIDES = ["04:10", "10:32", "16:41", "22:58"]
Count = Annotated[int, Field(ge=0, le=50, description="How many tides to return, 0 to 50.")]


@breaks("choices_are_handled")
def last_tides(count: Count) -> list[str]:
    """Return the last tides of the day."""
    return TIDES[-count:]


@breaks("choices_are_handled")
def tides_told(count: Count) -> dict[str, str]:
    """Return the first tides of the day as a text of one line each."""
    return {"text": "\n".join(TIDES[: count or None])}


@keeps("choices_are_handled")
def final_tides(count: Count) -> list[str]:
    """Return the last tides of the day."""
    return TIDES[len(TIDES) - min(count, len(TIDES)) :]


@keeps("choices_are_handled")
def some_tides(count: Annotated[int, Field(ge=0, le=50, description="Most tides to return; 0 for all.")]) -> list[str]:
    """Return tides of the day."""
    return TIDES[: count or None]


@keeps("choices_are_handled")
def tides_after(skipped: Annotated[int, Field(ge=0, le=50, description="How many tides to skip.")]) -> list[str]:
    """Return the later tides of the day."""
    return TIDES[skipped:]


_ROOMS = ({"room": "A", "seats": 12}, {"room": "B", "seats": 40}, {"room": "C", "seats": 75})
Seats = Annotated[int | None, Field(ge=0, le=500, description="Most seats; no bound if left out.")]


@breaks("choices_are_handled")
def rooms_up_to(seats: Seats = None) -> dict[str, object]:
    """List the rooms with at most so many seats."""
    return {"rooms": [room for room in _ROOMS if not seats or room["seats"] <= seats]}


@keeps("choices_are_handled")
def small_rooms(seats: Seats = None) -> dict[str, object]:
    """List the rooms with at most so many seats."""
    return {"rooms": [room for room in _ROOMS if seats is None or room["seats"] <= seats]}


@keeps("choices_are_handled")
def large_rooms(seats: Annotated[int, Field(ge=0, le=500, description="Fewest seats.")] = 0) -> dict[str, object]:
    """List the rooms with at least so many seats."""
    return {"rooms": [room for room in _ROOMS if room["seats"] >= seats]}
