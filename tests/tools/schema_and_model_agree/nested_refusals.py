"""Tools that check the fields of their records themselves, with the rules of the schema."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

SHIFT = {
    "type": "object",
    "properties": {
        "guard": {"type": "string", "minLength": 2, "description": "Who watches."},
        "hours": {"type": "integer", "minimum": 1, "maximum": 12, "description": "Hours of the watch."},
    },
    "required": ["guard", "hours"],
    "additionalProperties": False,
}


class WatchArgs(BaseModel):
    shifts: list[dict[str, Any]] = Field(
        min_length=1, max_length=10, description="The shifts.", json_schema_extra={"items": SHIFT}
    )


def _is_shift(shift: dict[str, Any], most: int) -> bool:
    guard, hours = shift.get("guard"), shift.get("hours")
    is_named = isinstance(guard, str) and len(guard) >= 2 and not set(shift) - {"guard", "hours"}
    return is_named and isinstance(hours, int) and not isinstance(hours, bool) and 1 <= hours <= most


@breaks("schema_and_model_agree")
@forge_tool(args_schema=WatchArgs, tier="read")
def hours_of_watch(args: WatchArgs) -> dict:
    """Return the hours of a watch."""
    if not all(_is_shift(shift, 10_000) for shift in args.shifts):
        return {"error": "bad_shift", "message": "A shift has a guard and hours."}
    return {"hours": sum(shift["hours"] for shift in args.shifts)}


@keeps("schema_and_model_agree", judged=True)
@forge_tool(args_schema=WatchArgs, tier="read")
def length_of_watch(args: WatchArgs) -> dict:
    """Return the hours of a watch."""
    if not all(_is_shift(shift, 12) for shift in args.shifts):
        return {"error": "bad_shift", "message": "A shift has a guard and 1 to 12 hours."}
    return {"hours": sum(shift["hours"] for shift in args.shifts)}
