"""A number without a limit decides the length of a line."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class WideArguments(BaseModel):
    title: str = Field(description="Title to underline.", max_length=80)
    width: int = Field(description="How wide the line is.", ge=0)


@forge_tool(
    name="underline",
    description="Draw a line below a title.",
    args_schema=WideArguments,
    tier="read",
    register=False,
)
def broken(args: WideArguments) -> dict[str, Any]:
    line = "-" * args.width
    return {"title": args.title, "is_wider": len(line) > len(args.title)}


@forge_tool(
    name="underline",
    description="Draw a line below a title.",
    args_schema=WideArguments,
    tier="read",
    register=False,
)
def fixed(args: WideArguments) -> dict[str, Any]:
    if args.width > 200:
        return {"error": "too_wide", "message": "A line is 200 wide at most. Choose a smaller width."}
    line = "-" * args.width
    return {"title": args.title, "is_wider": len(line) > len(args.title)}
