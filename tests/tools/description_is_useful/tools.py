"""Tools that break description_is_useful."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class RoomArgs(BaseModel):
    seats: int = Field(ge=1, le=40, description="How many people must fit in.")


@breaks("description_is_useful", "description_is_present")
@forge_tool(args_schema=RoomArgs, tier="read", description="Find room.")
def find_room(args: RoomArgs) -> dict:
    return {"room": "blue" if args.seats < 10 else "hall"}
