"""A pattern with a named group in the syntax of Python only."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenArguments(BaseModel):
    since: str = Field(pattern=r"^(?P<year>\d{4})-\d{2}$", description="First month, as YYYY-MM.")


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
    since: str = Field(pattern=r"^\d{4}-\d{2}$", description="First month, as YYYY-MM.")


@forge_tool(
    name="list_orders",
    description="Page through the orders since a given date.",
    args_schema=FixedArguments,
    tier="read",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, object]:
    return {"orders": [], "asked": args.model_dump(mode="json")}
