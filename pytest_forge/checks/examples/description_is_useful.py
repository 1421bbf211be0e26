"""A description that was never written."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class CancelOrderArguments(BaseModel):
    order_id: str = Field(description="Number of the order, such as A-1001.")


@forge_tool(
    name="cancel_order",
    description="TODO: describe this tool.",
    args_schema=CancelOrderArguments,
    tier="write",
    register=False,
)
def broken(args: CancelOrderArguments) -> dict[str, str]:
    return {"cancelled": args.order_id}


@forge_tool(
    name="cancel_order",
    description="Cancel an order that has not been shipped yet.",
    args_schema=CancelOrderArguments,
    tier="write",
    register=False,
)
def fixed(args: CancelOrderArguments) -> dict[str, str]:
    return {"cancelled": args.order_id}
