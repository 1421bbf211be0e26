"""Two arguments that may be equal, and a division by their difference."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class SlopeArguments(BaseModel):
    left: int = Field(description="Position of the first point.", ge=0, le=100)
    right: int = Field(description="Position of the second point.", ge=0, le=100)


@forge_tool(
    name="slope",
    description="Compute the slope between two points of the staircase.",
    args_schema=SlopeArguments,
    tier="read",
    register=False,
)
def broken(args: SlopeArguments) -> dict[str, Any]:
    return {"slope": 12 / (args.right - args.left)}


@forge_tool(
    name="slope",
    description="Compute the slope between two points of the staircase.",
    args_schema=SlopeArguments,
    tier="read",
    register=False,
)
def fixed(args: SlopeArguments) -> dict[str, Any]:
    if args.right == args.left:
        return {"error": "no_slope", "message": "The points are above each other. Choose two positions that differ."}
    return {"slope": 12 / (args.right - args.left)}
