"""Tools of the recorded sessions: one reads, one acts, one answers at length."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_SKY = {"Oslo": "clear", "Bern": "rain", "Rome": "wind"}


class CityArgs(BaseModel):
    """A city."""

    city: Literal["Oslo", "Bern", "Rome"]


class HeatingArgs(BaseModel):
    """A room and how warm it shall be."""

    room: Literal["kitchen", "study"]
    degrees: int = Field(ge=5, le=25)


@forge_tool(args_schema=CityArgs, tier="read", register=False)
def get_weather(args: CityArgs) -> dict[str, str]:
    """Get the weather of a city."""
    return {"city": args.city, "sky": _SKY[args.city]}


@forge_tool(args_schema=HeatingArgs, tier="write", register=False)
def set_heating(args: HeatingArgs) -> dict[str, object]:
    """Set the heating of a room in degrees."""
    return {"room": args.room, "degrees": args.degrees, "done": True}


@forge_tool(args_schema=CityArgs, tier="read", register=False)
def read_diary(args: CityArgs) -> dict[str, object]:
    """Read the weather diary of a city."""
    return {"city": args.city, "days": [f"day {day}: {_SKY[args.city]}" for day in range(1, 41)]}
