"""An argument with a space in its name, which Anthropic refuses."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenArguments(BaseModel):
    postcode: str = Field(alias="post code", description="Postcode of the customer.")


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
    postcode: str = Field(alias="post_code", description="Postcode of the customer.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
