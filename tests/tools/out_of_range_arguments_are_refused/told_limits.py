"""Tools whose limits stand in descriptions: taken beyond them, refused, or kept to the nearest value."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_STOCK = Path("stock.json")
_VISITS = [{"name": f"visitor {number}", "minutes": 10 * number} for number in range(1, 7)]


def _take(crates: int) -> dict:
    stock = json.loads(_STOCK.read_text()) if _STOCK.exists() else {"crates": 40}
    if crates > stock["crates"]:
        raise ToolError("There are not as many crates.")
    stock["crates"] -= crates
    _STOCK.write_text(json.dumps(stock))
    return {"taken": crates, "crates_left": stock["crates"]}


class Crates(BaseModel):
    crates: int = Field(description="Number of crates to take, at least 1 and at most 20.")


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Crates, tier="write", register=False)
def take_crates_up_to_stock(args: Crates) -> dict:
    """Take crates of apples from the stock."""
    return _take(args.crates)


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Crates, tier="write", register=False)
def take_crates_in_range(args: Crates) -> dict:
    """Take crates of apples from the stock."""
    if not 1 <= args.crates <= 20:
        raise ToolError("Take 1 to 20 crates.")
    return _take(args.crates)


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Crates, tier="write", register=False)
def take_nearest_number_of_crates(args: Crates) -> dict:
    """Take crates of apples from the stock."""
    taken = _take(min(max(args.crates, 1), 20))
    return {"asked": args.crates, **taken}


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Crates, tier="write", register=False)
def take_crates_or_say_why(args: Crates) -> dict:
    """Take crates of apples from the stock."""
    if not 1 <= args.crates <= 20:
        return {"taken": args.crates - args.crates, "crates_left": 40, "note": "Only 1 to 20 crates can be taken."}
    return {**_take(args.crates), "note": ""}


class Seats(BaseModel):
    seats: int = Field(description="Seats in a row, up to 12.", ge=1)


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Seats, tier="read", register=False)
def price_of_any_row(args: Seats) -> str:
    """Tell the price of seats in a row, of which each next one is cheaper."""
    return f"{args.seats} seats cost {args.seats * (40 - args.seats)} euros."


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Seats, tier="read", register=False)
def price_of_short_row(args: Seats) -> str:
    """Tell the price of seats in a row, of which each next one is cheaper."""
    if args.seats > 12:
        return "A row has 12 seats."
    return f"{args.seats} seats cost {args.seats * (40 - args.seats)} euros."


class Page(BaseModel):
    limit: int = Field(default=3, description="Visits to list, 1 to 100.")


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_visits_or_the_usual(args: Page) -> dict:
    """List the visits of today."""
    limit = args.limit if 1 <= args.limit <= 100 else 3
    return {"limit": args.limit, "visits": _VISITS[:limit], "count": len(_VISITS[:limit])}


class Lookback(BaseModel):
    minutes: int = Field(description="Least minutes; most take 10 to 60. Visits are at least 5 minutes long.")


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Lookback, tier="read", register=False)
def count_visits_longer_than(args: Lookback) -> dict:
    """Count the visits of today that took as many minutes."""
    return {"count": sum(visit["minutes"] >= args.minutes for visit in _VISITS)}


class Delay(BaseModel):
    delay_ms: int = Field(description="Delay of the alarm, 1 to 60 seconds.")


@keeps("out_of_range_arguments_are_refused")
@forge_tool(args_schema=Delay, tier="read", register=False)
def tell_delay(args: Delay) -> dict:
    """Tell when an alarm rings after a delay in milliseconds."""
    if not 1_000 <= args.delay_ms <= 60_000:
        raise ToolError("The delay must be 1 to 60 seconds.")
    return {"rings_after_s": args.delay_ms / 1_000, "ticks": args.delay_ms // 250}
