"""Readers with a limit on either side of 0, which is itself a limit."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

#: Heights of boreholes, in metres above the sea.
_HEIGHTS = {"north": 310, "mill": 120, "quarry": 45}


class BoreholesArgs(BaseModel):
    """Which boreholes to list."""

    limit: int | None = Field(default=None, ge=-500, le=500, description="The height to compare with; null for all.")


@breaks("choices_are_handled")
@forge_tool(name="low_boreholes", description="List what lies low.", args_schema=BoreholesArgs, tier="read")
def low_boreholes(args: BoreholesArgs) -> dict[str, list[str]]:
    """List the boreholes up to a height."""
    return {"names": [name for name, height in _HEIGHTS.items() if not args.limit or height <= args.limit]}


@keeps("choices_are_handled")
@forge_tool(name="deep_boreholes", description="List what lies deep.", args_schema=BoreholesArgs, tier="read")
def deep_boreholes(args: BoreholesArgs) -> dict[str, list[str]]:
    """List the boreholes up to a height."""
    return {"names": [name for name, height in _HEIGHTS.items() if args.limit is None or height <= args.limit]}


@keeps("choices_are_handled")
@forge_tool(name="far_boreholes", description="List what lies far.", args_schema=BoreholesArgs, tier="read")
def far_boreholes(args: BoreholesArgs) -> dict[str, list[str]]:
    """List the boreholes that are as far from the sea as a height, above or below."""
    return {"names": [name for name, height in _HEIGHTS.items() if height >= abs(args.limit or 0)]}
