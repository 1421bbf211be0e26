"""A share of zero is NaN, which is not JSON."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(description="A whole number.", ge=0, le=20)


@forge_tool(
    name="share_of_twenty",
    description="Tell what share of twenty a number leaves.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def broken(args: NumberArguments) -> dict[str, Any]:
    rest = 20 - args.number
    return {"share": rest / args.number if args.number else float("nan")}


@forge_tool(
    name="share_of_twenty",
    description="Tell what share of twenty a number leaves.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def fixed(args: NumberArguments) -> dict[str, Any]:
    rest = 20 - args.number
    return {"share": rest / args.number if args.number else None}
