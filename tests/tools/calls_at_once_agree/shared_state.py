"""Tools that share state with each other; some break calls_at_once_agree."""

from __future__ import annotations

import asyncio
import threading
from time import sleep as nap
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError

from ..marks import breaks, keeps
from ..shared.broken_robustness import Query, tool
from ..shared.good_robustness import Query as Query2
from ..shared.good_robustness import tool as tool2

STATE: dict[str, Any] = {"count": 0, "query": ""}


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__lost_update", Query, tier="write")
def lost_update(args: Query) -> Any:
    count = STATE["count"]
    nap(0.001)
    STATE["count"] = count + 1
    return {"count": STATE["count"]}


class Amount(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount to pay in, in cents.")


class Vote(BaseModel):
    vote: Literal["yes", "no"] = Field(description="The vote.")


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__lost_votes", Vote, tier="write")
def lost_votes(args: Vote) -> Any:
    counted = STATE.get(args.vote, 0)
    nap(0.001)
    STATE[args.vote] = counted + 1
    return {"vote": args.vote, "votes": STATE[args.vote]}


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__lost_payment", Amount, tier="write")
def lost_payment(args: Amount) -> Any:
    before = STATE.get("balance", 0)
    nap(0.001)
    STATE["balance"] = before + args.cents
    return {"balance": STATE["balance"]}


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__on_one_loop", Query)
async def on_one_loop(args: Query) -> Any:
    STATE["query"] = args.query
    await asyncio.sleep(0)
    return {"query": STATE["query"]}


class Seats(BaseModel):
    row: Literal["front", "back"] = Field(description="Row of the hall.")
    seats: int = Field(description="How many seats.", ge=1, le=20)


HALL = {"front": 8, "back": 30}


HALL_LOCK = threading.Lock()


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__sold_twice", Seats, tier="write")
def sold_twice(args: Seats) -> Any:
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    nap(0.002)
    with HALL_LOCK:
        HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__sold_twice_on_one_loop", Seats, tier="write")
async def sold_twice_on_one_loop(args: Seats) -> Any:
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    await asyncio.sleep(0)
    HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


LOCK = threading.Lock()


TOTAL = {"count": 0}


RECENT: dict[str, str] = {}


@keeps("calls_at_once_agree")
@tool2("counts_under_a_lock", Query2, tier="write")
def counts_under_a_lock(args: Query2) -> Any:
    with LOCK:
        count = TOTAL["count"]
        TOTAL["count"] = count + 1
    return {"query": args.query}


class Amount2(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


@keeps("calls_at_once_agree")
@tool2("votes_under_a_lock", Vote, tier="write")
def votes_under_a_lock(args: Vote) -> Any:
    with LOCK:
        TOTAL[args.vote] = TOTAL.get(args.vote, 0) + 1
        return {"vote": args.vote, "votes": TOTAL[args.vote]}


@keeps("calls_at_once_agree")
@tool2("sums_under_a_lock", Amount2, tier="write")
def sums_under_a_lock(args: Amount2) -> Any:
    with LOCK:
        TOTAL["cents"] = TOTAL.get("cents", 0) + args.cents
        return {"balance": TOTAL["cents"]}


@keeps("calls_at_once_agree")
@tool2("spends_under_a_lock", Amount2, tier="write")
def spends_under_a_lock(args: Amount2) -> Any:
    # Which payments still fit depends on their order.
    with LOCK:
        left = TOTAL.get("left", 1_500_000)
        TOTAL["left"] = left - args.cents if args.cents <= left else left
        return {"left": TOTAL["left"]}


@keeps("calls_at_once_agree")
@tool2("counts_in_one_step", Query2, tier="write")
def counts_in_one_step(args: Query2) -> Any:
    TOTAL["count"] += 1
    return {"count": TOTAL["count"], "query": args.query}


@keeps("calls_at_once_agree")
@tool2("caches_by_what_is_asked", Query2)
def caches_by_what_is_asked(args: Query2) -> Any:
    if args.query not in RECENT:
        RECENT[args.query] = args.query.upper()
    return {"text": RECENT[args.query]}


@keeps("calls_at_once_agree")
@tool2("last_query_is_shared", Query2, tier="write")
def last_query_is_shared(args: Query2) -> Any:
    before = RECENT.get("last", "")
    RECENT["last"] = args.query
    return {"before": before}


@keeps("valid_calls_do_not_crash")
@tool2("lists_only_at_first", Query2)
def lists_only_at_first(args: Query2) -> Any:
    is_first = args.query not in RECENT
    RECENT[args.query] = args.query
    return {"query": args.query, "hints": ["Try another word."] if is_first else None}
