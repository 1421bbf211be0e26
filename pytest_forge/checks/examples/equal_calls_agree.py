"""A module-level list that every call adds to, so answers contain items of other calls."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

BIRDS = ("avocet", "heron", "kestrel", "swift")
FOUND: list[str] = []


class BirdArguments(BaseModel):
    letter: str = Field(description="A letter that the bird's name must contain.", min_length=1, max_length=1)


@forge_tool(
    name="find_birds",
    description="Find birds by a letter of their name.",
    args_schema=BirdArguments,
    tier="read",
    register=False,
)
def broken(args: BirdArguments) -> dict[str, Any]:
    FOUND.extend(bird for bird in BIRDS if args.letter.lower() in bird)
    return {"birds": list(FOUND)}


@forge_tool(
    name="find_birds",
    description="Find birds by a letter of their name.",
    args_schema=BirdArguments,
    tier="read",
    register=False,
)
def fixed(args: BirdArguments) -> dict[str, Any]:
    return {"birds": [bird for bird in BIRDS if args.letter.lower() in bird]}
