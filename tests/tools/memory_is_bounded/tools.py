"""Tools that break memory_is_bounded, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import tool
from ..shared.good_robustness import tool as tool2


class Count(BaseModel):
    count: int = Field(description="How many.", ge=0)


@breaks("memory_is_bounded")
@tool("memory_is_bounded__padded", Count)
async def padded(args: Count) -> Any:
    return {"length": len("x".rjust(args.count))}


class GridArgs(BaseModel):
    width: int = Field(ge=1, description="Width of the grid.")
    height: int = Field(ge=1, description="Height of the grid.")


@breaks("memory_is_bounded")
@forge_tool(args_schema=GridArgs, tier="read")
def allocate_grid(args: GridArgs) -> dict:
    """Tell how many cells a grid has."""
    grid = [bytearray(args.width) for _ in range(args.height)]
    return {"cells": sum(len(row) for row in grid)}


@keeps("memory_is_bounded", "time_grows_with_the_input")
@tool2("made_one_by_one", Count)
def made_one_by_one(args: Count) -> Any:
    return {"total": sum(number * 2 for number in range(min(args.count, 10_000_000)))}
