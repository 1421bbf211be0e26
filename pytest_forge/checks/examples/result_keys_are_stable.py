"""The first call answers under one key, later calls under another."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(description="A whole number.", ge=0, le=20)


_seen: dict[int, int] = {}


@forge_tool(
    name="square",
    description="Return the square of a number.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def broken(args: NumberArguments) -> dict[str, Any]:
    if args.number in _seen:
        return {"cached_square": _seen[args.number]}
    _seen[args.number] = args.number**2
    return {"square": _seen[args.number]}


@forge_tool(
    name="square",
    description="Return the square of a number.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def fixed(args: NumberArguments) -> dict[str, Any]:
    cached = args.number in _seen
    _seen[args.number] = args.number**2
    return {"square": _seen[args.number], "cached": cached}
