"""A caller may request so many numbers that the answer fills the model's context."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class EndlessArguments(BaseModel):
    count: int = Field(description="How many square numbers to return.", ge=1, le=500_000)


class SquareArguments(BaseModel):
    count: int = Field(description="How many square numbers to return.", ge=1, le=1_000)


@forge_tool(
    name="list_squares",
    description="List square numbers from one on.",
    args_schema=EndlessArguments,
    tier="read",
    register=False,
)
def broken(args: EndlessArguments) -> dict[str, Any]:
    return {"squares": [number**2 for number in range(1, args.count + 1)]}


@forge_tool(
    name="list_squares",
    description="List square numbers from one on.",
    args_schema=SquareArguments,
    tier="read",
    register=False,
)
def fixed(args: SquareArguments) -> dict[str, Any]:
    return {"squares": [number**2 for number in range(1, args.count + 1)]}
