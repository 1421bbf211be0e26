"""Keys that match a pattern, which strict mode cannot enforce."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenArguments(BaseModel):
    labels: dict[Annotated[str, Field(pattern="^[a-z]+$")], str] = Field(description="Labels that an order must carry.")


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
    labels: dict[str, str] = Field(description="Labels that an order must carry, by a name in lower case.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
