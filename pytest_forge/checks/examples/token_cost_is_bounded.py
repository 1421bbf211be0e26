"""Every station is spelled out in an enum that costs tokens in each request."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue

from forge_harness import forge_tool

STATIONS: list[JsonValue] = [f"station_{number:04}" for number in range(900)]


class BrokenArguments(BaseModel):
    station: str = Field(description="Station to ship from.", json_schema_extra={"enum": STATIONS})


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
    station: str = Field(description="Station to ship from, as list_stations names it.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
