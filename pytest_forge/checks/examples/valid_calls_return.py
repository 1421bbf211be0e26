"""A loop that ends for every step except zero."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class StepArguments(BaseModel):
    until: int = Field(description="Where to stop.", ge=0, le=100)
    step: int = Field(description="How far each step goes.", ge=0, le=10)


@forge_tool(
    name="count_steps",
    description="Count the steps to a place.",
    args_schema=StepArguments,
    tier="read",
    register=False,
)
def broken(args: StepArguments) -> dict[str, Any]:
    steps = place = 0
    while place < args.until:
        place += args.step
        steps += 1
    return {"steps": steps}


@forge_tool(
    name="count_steps",
    description="Count the steps to a place.",
    args_schema=StepArguments,
    tier="read",
    register=False,
)
def fixed(args: StepArguments) -> dict[str, Any]:
    if args.step == 0:
        return {"error": "no_step", "message": "A step of 0 leads nowhere. Choose a step of 1 or more."}
    return {"steps": -(-args.until // args.step)}
