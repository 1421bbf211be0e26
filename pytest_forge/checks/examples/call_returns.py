"""A loop whose condition never changes, so the agent waits forever."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(description="A whole number.", ge=0, le=20)


@forge_tool(
    name="count_down",
    description="Count down from a number.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def broken(args: NumberArguments) -> dict[str, Any]:
    steps = 0
    while args.number >= 0:
        steps += 1
    return {"steps": steps}


@forge_tool(
    name="count_down",
    description="Count down from a number.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def fixed(args: NumberArguments) -> dict[str, Any]:
    return {"steps": len(range(args.number))}
