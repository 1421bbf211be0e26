"""Tools that refuse numbers outside of a range: some take NaN all the same, for which no comparison holds."""

from __future__ import annotations

import json
import math
from pathlib import Path

from pydantic import BaseModel

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_TANKS = Path("tanks.json")


def _store(tank: str, litres: float) -> dict:
    tanks = json.loads(_TANKS.read_text()) if _TANKS.exists() else {}
    tanks[tank] = litres
    _TANKS.write_text(json.dumps(tanks))
    return {"tank": tank, "is_low": litres < 100, "tanks": len(tanks)}


class Level(BaseModel):
    tank: str
    litres: float


class Levels(BaseModel):
    levels: list[float]


class Litres(BaseModel):
    litres: float


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Level, tier="write", register=False)
def store_level_asking_for_outside(args: Level) -> dict:
    """Store the level of a tank, which is 0 to 5000 litres."""
    if args.litres < 0 or args.litres > 5_000:
        raise ToolError("A level is 0 to 5000 litres.", code="refused")
    return _store(args.tank, args.litres)


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Levels, tier="read", register=False)
def fall_of_levels_asking_for_outside(args: Levels) -> dict:
    """Tell by how many litres a tank has fallen between its levels, each of which is 0 to 5000 litres."""
    if any(level < 0 for level in args.levels) or any(level > 5_000 for level in args.levels):
        return {"error": "out_of_range", "message": "A level is 0 to 5000 litres."}
    return {"fall": sum(max(first - second, 0) for first, second in zip(args.levels, args.levels[1:], strict=False))}


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Level, tier="write", register=False)
def store_level_asking_for_inside(args: Level) -> dict:
    """Store the level of a tank, which is 0 to 5000 litres."""
    if not 0 <= args.litres <= 5_000:
        raise ToolError("A level is 0 to 5000 litres.", code="refused")
    return _store(args.tank, args.litres)


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Level, tier="write", register=False)
def store_finite_level(args: Level) -> dict:
    """Store the level of a tank, which is 0 to 5000 litres."""
    if not math.isfinite(args.litres) or args.litres < 0 or args.litres > 5_000:
        return {"error": "out_of_range", "message": "A level is 0 to 5000 litres."}
    return _store(args.tank, args.litres)


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Litres, tier="read", register=False)
def share_within_the_usual(args: Litres) -> dict:
    """Tell which share of a tank of 5000 litres is full; a level outside of it is that of the nearest end."""
    return {"share": min(max(0.0, args.litres), 5_000) / 5_000}


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Litres, tier="read", register=False)
def barrels_of_level(args: Litres) -> dict:
    """Tell how many whole barrels of 159 litres a level of 0 to 5000 litres fills."""
    if args.litres < 0 or args.litres > 5_000:
        raise ToolError("A level is 0 to 5000 litres.", code="refused")
    try:
        return {"barrels": round(args.litres) // 159}
    except ValueError:
        raise ToolError("A level is a number.", code="refused") from None
