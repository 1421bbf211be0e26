"""Readers whose answers depend on earlier calls."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class RouteArgs(BaseModel):
    start: str = Field(max_length=40, description="Where the route begins.")
    end: str = Field(max_length=40, description="Where it ends.")
    avoid_tolls: bool = Field(default=False, description="Whether to use free roads only.")


_known: dict[tuple[str, str], int] = {}


@breaks("equal_calls_agree")
@forge_tool(args_schema=RouteArgs, tier="read")
def distance_between(args: RouteArgs) -> dict:
    """Compute the length of a route, in kilometres."""
    key = (args.start, args.end)
    if key not in _known:
        _known[key] = 10 * abs(len(args.start) - len(args.end)) + (7 if args.avoid_tolls else 3)
    return {"kilometres": _known[key]}


class WordArgs(BaseModel):
    word: str = Field(max_length=40, description="The word.")


_left = [8]


@breaks("equal_calls_agree")
@forge_tool(args_schema=WordArgs, tier="read")
def spell_backwards(args: WordArgs) -> dict:
    """Spell a word backwards."""
    _left[0] -= 1
    if _left[0] < 0:
        return {"error": "NoBudget", "message": "The budget is spent. Call it no more."}
    return {"word": args.word[::-1]}
