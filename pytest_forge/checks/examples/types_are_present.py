"""An argument without a type: the model guesses between 5 and "5"."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenArguments(BaseModel):
    customer: Any = Field(description="Number of the customer.")


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
    customer: int = Field(description="Number of the customer.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
