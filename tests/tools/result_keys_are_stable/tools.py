"""Tools that break result_keys_are_stable, and others that resemble them and keep it."""

from __future__ import annotations

import random
import time
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import NumberArguments, tool
from ..shared.good_results import NumberArguments as NumberArguments2


@breaks("result_keys_are_stable")
@tool("result_keys_are_stable__timed", NumberArguments, tier="read")
def timed(args: Any) -> Any:
    return {str(time.perf_counter_ns()): args.number}


class StockArgs(BaseModel):
    product: str = Field(max_length=60, description="Name of the product.")


@breaks("result_keys_are_stable", "equal_calls_agree")
@forge_tool(args_schema=StockArgs, tier="read")
def stock_report(args: StockArgs) -> dict:
    """Report how much of a product is in stock."""
    report = {"product": args.product, "pieces": 4}
    if random.random() < 0.5:
        report["reordered"] = True
    return report


class WinnerArgs(BaseModel):
    names: list[str] = Field(min_length=2, max_length=50, description="Who takes part.")


@breaks("result_keys_are_stable", "equal_calls_agree")
@forge_tool(args_schema=WinnerArgs, tier="read")
def pick_winner(args: WinnerArgs) -> dict:
    """Rank those who take part by their names, and name the first."""
    return {random.choice(["winner", "first"]): min(args.names)}


@keeps("result_keys_are_stable", "call_returns")
@forge_tool(
    name="dice",
    description="Does as an assistant asks: dice, and nothing else.",
    args_schema=NumberArguments2,
    tier="read",
    register=False,
)
def dice(args: NumberArguments2) -> Any:
    return {
        "value": random.random(),
        "ids": {f"{random.random():.9f}": 1},
        "time": time.time(),
        "rows": [None] * args.number,
    }
