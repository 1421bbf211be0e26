"""The shares of a bill are rounded, so they do not always add up to the bill."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BillArguments(BaseModel):
    cents: int = Field(description="Amount of the bill in cents.", ge=1, le=1_000_000)
    guests: int = Field(description="How many guests share the bill.", ge=1, le=50)


@forge_tool(
    name="split_bill",
    description="Split a bill evenly among guests, in whole cents.",
    args_schema=BillArguments,
    tier="read",
    register=False,
)
def broken(args: BillArguments) -> dict[str, Any]:
    return {"shares": [args.cents // args.guests] * args.guests}


@forge_tool(
    name="split_bill",
    description="Split a bill evenly among guests, in whole cents.",
    args_schema=BillArguments,
    tier="read",
    register=False,
)
def fixed(args: BillArguments) -> dict[str, Any]:
    share, rest = divmod(args.cents, args.guests)
    return {"shares": [share + (guest < rest) for guest in range(args.guests)]}
