"""The advertised bounds are in the schema only; nothing enforces them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class WishfulArguments(BaseModel):
    count: int = Field(description="How many dice to throw.", json_schema_extra={"minimum": 1, "maximum": 20})


class BoundedArguments(BaseModel):
    count: int = Field(description="How many dice to throw.", ge=1, le=20)


@forge_tool(
    name="throw_dice",
    description="Throw some dice, and return the least sum they can show.",
    args_schema=WishfulArguments,
    tier="read",
    register=False,
)
def broken(args: WishfulArguments) -> dict[str, Any]:
    return {"least": args.count, "greatest": args.count * 6}


@forge_tool(
    name="throw_dice",
    description="Throw some dice, and return the least sum they can show.",
    args_schema=BoundedArguments,
    tier="read",
    register=False,
)
def fixed(args: BoundedArguments) -> dict[str, Any]:
    return {"least": args.count, "greatest": args.count * 6}
