"""Readers that keep state, and give every call its own answer."""

from __future__ import annotations

import time

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import keeps


class RouteArgs(BaseModel):
    start: str = Field(max_length=40, description="Where the route begins.")
    end: str = Field(max_length=40, description="Where it ends.")
    avoid_tolls: bool = Field(default=False, description="Whether to use free roads only.")


_known: dict[tuple[str, str, bool], int] = {}


@keeps("equal_calls_agree")
@forge_tool(args_schema=RouteArgs, tier="read")
def distance_between(args: RouteArgs) -> dict:
    """Compute the length of a route, in kilometres."""
    key = (args.start, args.end, args.avoid_tolls)
    if key not in _known:
        _known[key] = 10 * abs(len(args.start) - len(args.end)) + (7 if args.avoid_tolls else 3)
    return {"kilometres": _known[key]}


class WordArgs(BaseModel):
    word: str = Field(max_length=40, description="The word.")


_calls: list[float] = []


@keeps("equal_calls_agree")
@forge_tool(args_schema=WordArgs, tier="read")
def spell_backwards(args: WordArgs) -> dict:
    """Spell a word backwards, a few times a minute at most."""
    _calls[:] = [one for one in _calls if time.monotonic() - one < 60]
    if len(_calls) >= 8:
        return {"error": "TooManyCalls", "message": "There were eight calls within a minute. Wait a minute."}
    _calls.append(time.monotonic())
    return {"word": args.word[::-1]}
