"""Tools that resemble those that break valid_calls_do_not_crash, and keep it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import sqlite3
import threading
import time
from datetime import date
from typing import Any

from pydantic import BaseModel, Field, field_validator

from forge_harness import FnToolExecutor, LegacyTool, ToolError

from ..marks import keeps
from ..shared.good_robustness import Query, Seats, Share, tool

PRICES = {"apple": 40, "bread": 320}


class NotInStock(KeyError):
    """There is no such item."""


class Item(BaseModel):
    item: str = Field(description="Item to look up.", max_length=60)


class Values(BaseModel):
    values: list[float] = Field(description="Numbers.", max_length=50)


@keeps("valid_calls_do_not_crash")
@tool("raises_own_class", Item)
def raises_own_class(args: Item) -> Any:
    if args.item not in PRICES:
        raise NotInStock(args.item)
    return {"cents": PRICES[args.item]}


@keeps("valid_calls_do_not_crash")
@tool("raises_a_key_error_itself", Item)
def raises_a_key_error_itself(args: Item) -> Any:
    cents = PRICES.get(args.item)
    if cents is None:
        raise KeyError("There is no such item. Ask for apple or bread.")
    return {"cents": cents}


@keeps("valid_calls_do_not_crash")
@tool("declares_the_base", Share, raises=(ArithmeticError,))
def declares_the_base(args: Share) -> Any:
    return {"each": args.total / args.people}


@keeps("valid_calls_do_not_crash")
@tool("turns_it_into_words", Share)
def turns_it_into_words(args: Share) -> Any:
    try:
        return {"each": args.total / args.people}
    except ZeroDivisionError:
        raise ToolError("Nobody is there to share. Give one person at least.", code="nobody") from None


@keeps("valid_calls_do_not_crash")
@tool("returns_an_error", Share)
def returns_an_error(args: Share) -> Any:
    try:
        return {"each": args.total // args.people}
    except ZeroDivisionError:
        return {"error": "nobody", "message": "Nobody is there to share. Give one person at least."}


@keeps("valid_calls_do_not_crash")
@tool("refuses_a_day", Query)
def refuses_a_day(args: Query) -> Any:
    return {"day": date.fromisoformat(args.query).isoformat()}


class Clean(BaseModel):
    name: str = Field(description="A name.", max_length=40)

    @field_validator("name")
    @classmethod
    def _named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("empty")
        return name.strip()


@keeps("valid_calls_do_not_crash")
@tool("validated_text", Clean)
def validated_text(args: Clean) -> Any:
    return {"initial": args.name[0].upper(), "last": args.name.split()[-1]}


@keeps("valid_calls_do_not_crash")
@tool("missing_surroundings", Item)
def missing_surroundings(args: Item) -> Any:
    return {"url": os.environ.get("SHOP_ADDRESS_OF_NOBODY") + "/" + args.item}


@keeps("valid_calls_do_not_crash")
@tool("closed_network", Item)
def closed_network(args: Item) -> Any:
    raise ConnectionError("no answer")


class Body(BaseModel):
    height: float = Field(description="Height in metres.", gt=0)
    weight: float = Field(description="Weight in kilograms.", gt=0)


@keeps("valid_calls_do_not_crash")
@tool("body_mass", Body)
def body_mass(args: Body) -> Any:
    return {"index": round(args.weight / args.height**2, 1)}


@keeps("valid_calls_do_not_crash")
@tool("mean", Values)
def mean(args: Values) -> Any:
    return {
        "mean": sum(args.values) / len(args.values) if args.values else None,
        "largest": max(args.values, default=0),
    }


class Anything(BaseModel):
    options: dict[str, Any] = Field(default_factory=dict, description="Free-form options.")


@keeps("valid_calls_do_not_crash")
@tool("free_options", Anything)
def free_options(args: Anything) -> Any:
    limit = args.options.get("limit", 5)
    return {"limit": limit if isinstance(limit, int) else 5, "keys": sorted(args.options)}


open_executor = keeps("valid_calls_do_not_crash")(
    FnToolExecutor("open_executor", lambda arguments: {"x": arguments["x"] + 1}, description="Good.")
)


legacy_join = keeps("valid_calls_do_not_crash")(
    LegacyTool.from_mapping(
        "legacy_join",
        {
            "description": "Good.",
            "input_schema": {
                "type": "object",
                "properties": {"tags": {"type": ["array", "null"], "items": {"type": "string"}}},
                "required": ["tags"],
                "additionalProperties": False,
            },
            "impl": lambda tags: {"text": ", ".join(tags or [])},
        },
    )
)


LOCK = threading.Lock()


class Tags(BaseModel):
    tags: list[str] = Field(description="Tags.", max_length=20)
    amount: float = Field(0, description="An amount.", ge=0, le=1000)

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: Any) -> Any:
        return tags.split(",") if isinstance(tags, str) else tags

    @field_validator("amount", mode="before")
    @classmethod
    def _number(cls, amount: Any) -> Any:
        if isinstance(amount, dict):
            raise ValueError("an amount is a number")
        return 0 if amount == "" else amount


@keeps("valid_calls_do_not_crash")
@tool("lenient_tags", Tags)
def lenient_tags(args: Tags) -> Any:
    return {"tags": sorted(args.tags), "amount": args.amount}


class Parcels(BaseModel):
    weights: list[int] = Field(description="Weights of the parcels.", max_length=40)
    limit: int = Field(description="What the car carries.", ge=1, le=10_000)


@keeps("valid_calls_do_not_crash")
@tool("fills_a_car", Parcels)
def fills_a_car(args: Parcels) -> Any:
    loads = {0}
    for weight in args.weights:
        loads |= {load + weight for load in loads if 0 <= load + weight <= args.limit}
    return {"load": max(loads)}


class Turns(BaseModel):
    names: list[str] = Field(description="Who takes part.", min_length=1, max_length=50)


@keeps("valid_calls_do_not_crash")
@tool("who_begins", Turns, description="Choose by lot who begins.")
def who_begins(args: Turns) -> Any:
    return {"first": random.choice(args.names)}


@keeps("valid_calls_do_not_crash")
@tool("first_of_the_longest", Turns, description="Name the longest of some names, with a note of when it was asked.")
def first_of_the_longest(args: Turns) -> Any:
    return {"name": max(args.names, key=len), "asked": time.time_ns()}


class Escaped(BaseModel):
    text: str = Field(description="Text with escapes as in Python.", max_length=200)


@keeps("valid_calls_do_not_crash")
@tool("escapes_resolved", Escaped)
def escapes_resolved(args: Escaped) -> Any:
    try:
        return {"text": args.text.encode("latin-1").decode("unicode_escape").encode().decode()}
    except UnicodeError:
        return {"error": "no_escape", "message": "The text holds an escape that stands for no character."}


@keeps("valid_calls_do_not_crash")
@tool("distinct_in_order", Turns)
def distinct_in_order(args: Turns) -> Any:
    seen = set(args.names)
    return {
        "names": list(dict.fromkeys(args.names)),
        "sorted": sorted(seen),
        "longest": sorted(seen, key=lambda n: (-len(n), n)),
    }


_last_call = [0.0]


@keeps("valid_calls_do_not_crash")
@tool("one_call_a_second", Query)
def one_call_a_second(args: Query) -> Any:
    time.sleep(max(0.0, _last_call[0] + 1.0 - time.monotonic()))
    _last_call[0] = time.monotonic()
    return {"found": [args.query]}


class Wait(BaseModel):
    milliseconds: int = Field(description="How long to pause.", ge=0, le=500)
    rounds: int = Field(default=1000, description="Rounds.", ge=1000, le=2_000_000)


@keeps("valid_calls_do_not_crash", budget="standard")
@tool("waits_and_computes_aside", Wait)
async def waits_and_computes_aside(args: Wait) -> Any:
    await asyncio.sleep(args.milliseconds / 1000)
    key = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", b"key", b"salt", args.rounds)
    return {"key": key.hex()}


class Row(BaseModel):
    number: int = Field(description="Number of the row.")


@keeps("valid_calls_do_not_crash")
@tool("stores_64_bits", Row)
def stores_64_bits(args: Row) -> Any:
    with contextlib.closing(sqlite3.connect(":memory:")) as rows:
        return {"rows": rows.execute("SELECT ?", (args.number,)).fetchall()[0][0]}


class Position(BaseModel):
    number: int = Field(description="A number of the list.", ge=0, le=100)


@keeps("valid_calls_do_not_crash")
@tool("refuses_what_is_not_listed", Position)
def refuses_what_is_not_listed(args: Position) -> Any:
    numbers = [3, 5, 8]
    if args.number not in numbers:
        raise ValueError(f"{args.number} is not in list")
    return {"position": numbers.index(args.number)}


class Day(BaseModel):
    year: int = Field(description="Year.", ge=1900, le=2100)
    month: int = Field(description="Month.", ge=1, le=12)
    day: int = Field(description="Day.", ge=1, le=31)


@keeps("valid_calls_do_not_crash")
@tool("refuses_by_the_calendar", Day)
def refuses_by_the_calendar(args: Day) -> Any:
    return {"weekday": date(args.year, args.month, args.day).strftime("%A")}


class Paper(BaseModel):
    text: str = Field(description="A document.", max_length=2000)


@keeps("valid_calls_do_not_crash")
@tool("reads_a_document", Paper)
def reads_a_document(args: Paper) -> Any:
    try:
        document = json.loads(args.text)
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON.", code="no_json") from None
    lines = document.get("lines") if isinstance(document, dict) else None
    return {"lines": len(lines) if isinstance(lines, list) else 0}


@keeps("valid_calls_do_not_crash")
@tool("letters_by_length_of_words", Paper)
def letters_by_length_of_words(args: Paper) -> Any:
    return {"words": sorted(dict.fromkeys(args.text.split()), key=len, reverse=True)[:50]}


WINDOW = {"since": 0.0, "calls": 0}


@keeps("valid_calls_do_not_crash")
@tool("sells_so_many_a_moment", Seats, tier="write")
def sells_so_many_a_moment(args: Seats) -> Any:
    with LOCK:
        now = time.monotonic()
        if now - WINDOW["since"] > 0.02:
            WINDOW.update(since=now, calls=0)
        if WINDOW["calls"] >= 2:
            raise ToolError("Not so fast.", code="rate_limited")
        WINDOW["calls"] += 1
    return {"seats": args.seats}


NUMBERS: dict[str, int] = {}


@keeps("valid_calls_do_not_crash")
@tool("numbers_whoever_comes", Query, tier="write")
def numbers_whoever_comes(args: Query) -> Any:
    with LOCK:
        return {"customer": NUMBERS.setdefault(args.query, len(NUMBERS) + 1), "query": args.query}


class Way(BaseModel):
    links: dict[str, str] = Field(description="Place to the one after it.", max_length=20)
    first: str = Field(description="The first place.", max_length=20)


@keeps("valid_calls_do_not_crash")
@tool("follows_a_way_once", Way)
def follows_a_way_once(args: Way) -> Any:
    place, seen = args.first, {args.first}
    while (following := args.links.get(place)) is not None and following not in seen:
        seen.add(following)
        place = following
    return {"last": place}
