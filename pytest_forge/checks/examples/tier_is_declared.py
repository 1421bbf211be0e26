"""A tool that only reads does not declare it, and requests an approval that it does not need."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class CancelOrderArguments(BaseModel):
    order_id: str = Field(description="Number of the order, such as A-1001.")


@forge_tool(
    name="cancel_order",
    description="Tell whether an order can still be cancelled.",
    args_schema=CancelOrderArguments,
    register=False,
)
def broken(args: CancelOrderArguments) -> dict[str, str]:
    return {"cancelled": args.order_id}


@forge_tool(
    name="cancel_order",
    description="Tell whether an order can still be cancelled.",
    args_schema=CancelOrderArguments,
    tier="read",
    register=False,
)
def fixed(args: CancelOrderArguments) -> dict[str, str]:
    return {"cancelled": args.order_id}
