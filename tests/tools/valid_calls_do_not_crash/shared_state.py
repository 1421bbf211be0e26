"""Tools that share state with each other, and keep valid_calls_do_not_crash."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from forge_harness import ToolError

from ..marks import keeps
from ..shared.good_robustness import Seats, tool

LOCK = threading.Lock()


HALL = {"front": 8, "back": 30}


@keeps("valid_calls_do_not_crash")
@tool("sells_under_a_lock", Seats, tier="write")
def sells_under_a_lock(args: Seats) -> Any:
    with LOCK:
        if HALL[args.row] < args.seats:
            raise ToolError("There are not enough seats.", code="sold_out")
        HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


@keeps("valid_calls_do_not_crash")
@tool("sells_in_one_step", Seats, tier="write")
async def sells_in_one_step(args: Seats) -> Any:
    await asyncio.sleep(0)
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}
