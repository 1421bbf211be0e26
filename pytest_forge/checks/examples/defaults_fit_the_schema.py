"""A default below the minimum: the documented value is refused when it is sent."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenArguments(BaseModel):
    limit: int = Field(default=0, ge=1, le=1000, description="Most orders to return.")


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
    limit: int = Field(default=100, ge=1, le=1000, description="Most orders to return.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
