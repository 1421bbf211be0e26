"""Tools that refuse a choice by the code of an error."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

WEIGHTS = {"light": 1, "XL": 9, "heavy": 5}


class CrateArgs(BaseModel):
    weight: Literal["Light", "XL", "Heavy"] = Field(description="Class of weight.")
    count: int = Field(ge=1, le=50, description="Number of crates.")


@breaks("choices_are_handled")
@forge_tool(args_schema=CrateArgs, tier="read")
def price_of_crates(args: CrateArgs) -> dict:
    """Return the price of some crates."""
    price = WEIGHTS.get(args.weight.lower())
    if price is None:
        return {"error": "unknown_weight", "message": "There is no such class of weight."}
    return {"price": price * args.count}


@keeps("choices_are_handled", judged=True)
@forge_tool(args_schema=CrateArgs, tier="read")
def cost_of_crates(args: CrateArgs) -> dict:
    """Return the cost of some crates."""
    price = {name.lower(): price for name, price in WEIGHTS.items()}.get(args.weight.lower())
    if price is None:
        return {"error": "unknown_weight", "message": "There is no such class of weight."}
    return {"cost": price * args.count}
