"""The schema offers a unit that the table of factors does not contain."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

FACTORS = {"metre": 1.0, "foot": 3.28084}


class LengthArguments(BaseModel):
    metres: float = Field(description="Length in metres.", ge=0, le=1000)
    unit: Literal["metre", "foot", "yard"] = Field(description="Unit to convert to.")


@forge_tool(
    name="convert_length",
    description="Convert a length to another unit.",
    args_schema=LengthArguments,
    tier="read",
    register=False,
)
def broken(args: LengthArguments) -> dict[str, Any]:
    return {"length": args.metres * FACTORS[args.unit]}


@forge_tool(
    name="convert_length",
    description="Convert a length to another unit.",
    args_schema=LengthArguments,
    tier="read",
    register=False,
)
def fixed(args: LengthArguments) -> dict[str, Any]:
    return {"length": args.metres * {**FACTORS, "yard": 1.09361}[args.unit]}
