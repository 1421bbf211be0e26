"""An enum made from a set, whose order differs from process to process."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

REGIONS = {"africa", "asia", "europe", "oceania", "north_america", "south_america", "arctic", "antarctica"}


class BrokenArguments(BaseModel):
    region: str = Field(description="Region of the customer.", json_schema_extra={"enum": [*REGIONS]})


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=BrokenArguments,
    tier="read",
    register=False,
)
def broken(args: BrokenArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}


class FixedArguments(BaseModel):
    region: str = Field(description="Region of the customer.", json_schema_extra={"enum": [*sorted(REGIONS)]})


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
