"""Good tools that look like broken ones: what valid arguments do to them is meant."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import hashlib
import itertools
import json
import os
import queue
import random
import sqlite3
import threading
import time
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

from pydantic import BaseModel, Field, field_validator, model_validator

from forge_harness import FnToolExecutor, LegacyTool, ToolError, forge_tool

PRICES = {"apple": 40, "bread": 320}


class NotInStock(KeyError):
    """There is no such item."""


def tool(name: str, schema: type[BaseModel], **options: Any) -> Any:
    """Declare a read tool of that name."""
    options = {"tier": "read", "description": "Good.", "register": False} | options
    return forge_tool(name=name, args_schema=schema, **options)


class Item(BaseModel):
    item: str = Field(description="Item to look up.", max_length=60)


class Share(BaseModel):
    total: int = Field(description="Amount in cents.", ge=0, le=1000)
    people: int = Field(description="How many share it.", ge=0, le=20)


class Values(BaseModel):
    values: list[float] = Field(description="Numbers.", max_length=50)


class Query(BaseModel):
    query: str = Field(description="Text to look for.", max_length=40)


# --- exceptions that are meant ---


@tool("raises_own_class", Item)
def raises_own_class(args: Item) -> Any:
    if args.item not in PRICES:
        raise NotInStock(args.item)
    return {"cents": PRICES[args.item]}


@tool("raises_a_key_error_itself", Item)
def raises_a_key_error_itself(args: Item) -> Any:
    cents = PRICES.get(args.item)
    if cents is None:
        raise KeyError("There is no such item. Ask for apple or bread.")
    return {"cents": cents}


@tool("declares_it", Item, raises=(KeyError,))
def declares_it(args: Item) -> Any:
    return {"cents": PRICES[args.item]}


@tool("declares_the_base", Share, raises=(ArithmeticError,))
def declares_the_base(args: Share) -> Any:
    return {"each": args.total / args.people}


@tool("turns_it_into_words", Share)
def turns_it_into_words(args: Share) -> Any:
    try:
        return {"each": args.total / args.people}
    except ZeroDivisionError:
        raise ToolError("Nobody is there to share. Give one person at least.", code="nobody") from None


@tool("returns_an_error", Share)
def returns_an_error(args: Share) -> Any:
    try:
        return {"each": args.total // args.people}
    except ZeroDivisionError:
        return {"error": "nobody", "message": "Nobody is there to share. Give one person at least."}


@tool("refuses_a_number", Query)
def refuses_a_number(args: Query) -> Any:
    return {"number": int(args.query)}


@tool("refuses_a_day", Query)
def refuses_a_day(args: Query) -> Any:
    return {"day": date.fromisoformat(args.query).isoformat()}


class Ordered(BaseModel):
    low: int = Field(description="Lower end.", ge=0, le=100)
    high: int = Field(description="Upper end, above the lower.", ge=0, le=100)

    @model_validator(mode="after")
    def _in_order(self) -> Ordered:
        if self.high <= self.low:
            raise ValueError("high must be above low")
        return self


@tool("validated_relation", Ordered)
def validated_relation(args: Ordered) -> Any:
    return {"step": 100 / (args.high - args.low)}


class Clean(BaseModel):
    name: str = Field(description="A name.", max_length=40)

    @field_validator("name")
    @classmethod
    def _named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("empty")
        return name.strip()


@tool("validated_text", Clean)
def validated_text(args: Clean) -> Any:
    return {"initial": args.name[0].upper(), "last": args.name.split()[-1]}


@tool("missing_surroundings", Item)
def missing_surroundings(args: Item) -> Any:
    return {"url": os.environ.get("SHOP_ADDRESS_OF_NOBODY") + "/" + args.item}


@tool("closed_network", Item)
def closed_network(args: Item) -> Any:
    raise ConnectionError("no answer")


class Body(BaseModel):
    height: float = Field(description="Height in metres.", gt=0)
    weight: float = Field(description="Weight in kilograms.", gt=0)


@tool("body_mass", Body)
def body_mass(args: Body) -> Any:
    return {"index": round(args.weight / args.height**2, 1)}


@tool("mean", Values)
def mean(args: Values) -> Any:
    return {
        "mean": sum(args.values) / len(args.values) if args.values else None,
        "largest": max(args.values, default=0),
    }


class Anything(BaseModel):
    options: dict[str, Any] = Field(default_factory=dict, description="Free-form options.")


@tool("free_options", Anything)
def free_options(args: Anything) -> Any:
    limit = args.options.get("limit", 5)
    return {"limit": limit if isinstance(limit, int) else 5, "keys": sorted(args.options)}


open_executor = FnToolExecutor("open_executor", lambda arguments: {"x": arguments["x"] + 1}, description="Good.")

legacy_join = LegacyTool.from_mapping(
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


# --- choices ---


class Action(BaseModel):
    action: Literal["create", "update", "delete", "clear"] = Field(description="What to do.")
    name: str = Field("list", description="Name of the list.", max_length=20)


LISTS: dict[str, list[str]] = {}


@tool("needs_what_is_there", Action, tier="write")
def needs_what_is_there(args: Action) -> Any:
    if args.action == "create":
        return {"created": args.name}
    if args.action == "clear":
        LISTS.clear()
        return None
    if args.name not in LISTS:
        raise ToolError(f"Unknown list {args.name!r}. Create it first.", code="unknown_list")
    return {"done": args.action}


class Format(BaseModel):
    text: str = Field(description="A text.", max_length=40)
    format: Literal["plain", "upper", "none"] = Field(description="How to write it.")


@tool("empty_by_choice", Format)
def empty_by_choice(args: Format) -> Any:
    if args.format == "none":
        written = None
    else:
        written = args.text.upper() if args.format == "upper" else args.text
    return {"written": written, "format": args.format}


class Opening(BaseModel):
    day: Literal["sat", "sun"] = Field(description="Day of the week.")


@tool("closed_on_sundays", Opening)
def closed_on_sundays(args: Opening) -> Any:
    return {"hours": {"sat": "9-16", "sun": None}[args.day]}


class Source(BaseModel):
    source: Literal["local", "remote"] = Field(description="Where to look.")


@tool("remote_is_away", Source)
def remote_is_away(args: Source) -> Any:
    if args.source == "remote":
        raise ToolError("The remote service cannot be reached. Try the local one.", code="unreachable")
    return {"rows": []}


class Calculation(BaseModel):
    left: float = Field(description="First number.", ge=-1000, le=1000)
    right: float = Field(description="Second number.", ge=-1000, le=1000)
    operation: Literal["add", "divide", "power"] = Field(description="What to do with them.")


@tool("defended_default", Calculation)
def defended_default(args: Calculation) -> Any:
    if args.operation == "add":
        return {"result": args.left + args.right}
    if args.operation == "divide":
        if args.right == 0:
            return {"error": "division_by_zero", "message": "Nothing can be divided by 0. Choose another number."}
        return {"result": args.left / args.right}
    if args.operation == "power":
        return {"result": None if args.left == 0 else min(abs(args.left), 2) ** min(args.right, 50)}
    raise ValueError(f"Unknown operation: {args.operation}")


# --- answers that may differ ---

CACHE: dict[str, Any] = {}
COUNTS = itertools.count(1)
BUCKET = {"remaining": 100}
GENERATOR = random.Random(7)


@tool("stamped", Query)
def stamped(args: Query) -> Any:
    return {
        "id": str(uuid.uuid4()),
        "at": datetime.now(UTC).isoformat(),
        "clock": time.time(),
        "value": random.random(),
        "word": random.choice(["a", "b", "c", "d"]),
        "scores": [random.random() for _ in range(3)],
        "own": GENERATOR.random(),
    }


@tool("cached_answer", Query)
def cached_answer(args: Query) -> Any:
    known = args.query in CACHE
    CACHE.setdefault(args.query, {"rows": [args.query]})
    return {**CACHE[args.query], "cached": known, "origin": "cache" if known else "computed"}


@functools.lru_cache(maxsize=8)
def _slow(query: str) -> str:
    return query[::-1]


@tool("cached_function", Query)
def cached_function(args: Query) -> Any:
    return {"text": _slow(args.query)}


@tool("numbered_request", Query)
def numbered_request(args: Query) -> Any:
    return {"request_id": next(COUNTS), "found": [args.query]}


@tool("limited_rate", Query)
def limited_rate(args: Query) -> Any:
    if BUCKET["remaining"] <= 97:
        raise ToolError("Too many calls. Wait a minute.", code="rate_limited")
    BUCKET["remaining"] -= 1
    return {"found": [args.query], "remaining": BUCKET["remaining"]}


@tool("roll_dice", Share, description="Roll dice and return what they show.")
def roll_dice(args: Share) -> Any:
    faces = [random.randint(1, 6) for _ in range(random.randint(1, 3))]
    random.shuffle(faces)
    return {"faces": faces}


VISITS: list[str] = []


@tool("counts_as_declared", Query, tier="write")
def counts_as_declared(args: Query) -> Any:
    VISITS.append(args.query)
    return {"visits": list(VISITS)}


@tool("undeclared_tier", Query, tier=None)
def undeclared_tier(args: Query) -> Any:
    VISITS.append(args.query)
    return {"visits": list(VISITS)}


# --- calls that take their time ---


class Rounds(BaseModel):
    rounds: int = Field(description="How many rounds.", ge=0)


@tool("slow_but_linear", Rounds)
def slow_but_linear(args: Rounds) -> Any:
    total = 0
    for number in range(args.rounds):
        total += number
    return {"total": total}


@tool("hashes_slowly", Query)
async def hashes_slowly(args: Query) -> Any:
    text = args.query.encode("utf-8", "replace")
    digest = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", text, b"salt", 600_000)
    return {"hash": digest.hex()}


@tool("tries_again", Query)
def tries_again(args: Query) -> Any:
    for pause in (1, 2, 4):
        time.sleep(pause)
    return {"found": [args.query]}


# --- inputs that may grow ---


class Document(BaseModel):
    text: str = Field(description="A text.")


class Numbers(BaseModel):
    numbers: list[int] = Field(description="Numbers.")


@tool("sorted_numbers", Numbers)
def sorted_numbers(args: Numbers) -> Any:
    return {"median": sorted(args.numbers)[len(args.numbers) // 2] if args.numbers else None}


@tool("slow_for_each_letter", Document)
def slow_for_each_letter(args: Document) -> Any:
    total = 0
    for letter in args.text:
        for _ in range(10):
            total = (total * 31 + ord(letter)) % 1_000_003
    return {"hash": total}


@tool("words_in_a_dict", Document)
async def words_in_a_dict(args: Document) -> Any:
    found: dict[str, int] = {}
    for word in args.text.split():
        found[word] = found.get(word, 0) + 1
    return {"different": len(found), "most": max(found.values(), default=0)}


class Short(BaseModel):
    names: list[str] = Field(description="Names.", max_length=200)


@tool("all_with_all_of_few", Short)
def all_with_all_of_few(args: Short) -> Any:
    return {"equal": sum(1 for name in args.names for other in args.names if name == other)}


@tool("refuses_long_texts", Document)
def refuses_long_texts(args: Document) -> Any:
    if len(args.text) > 5_000:
        raise ToolError("The text is too long. Send 5000 letters at most.", code="too_long")
    return {"repeated": [word for word in args.text.split() if args.text.count(word) > 1][:5]}


class Count(BaseModel):
    count: int = Field(description="How many.", ge=0)


@tool("made_one_by_one", Count)
def made_one_by_one(args: Count) -> Any:
    return {"total": sum(number * 2 for number in range(min(args.count, 10_000_000)))}


@tool("refuses_large_counts", Count)
def refuses_large_counts(args: Count) -> Any:
    if args.count > 1000:
        raise ToolError("That is too many. Ask for 1000 at most.", code="too_many")
    return {"items": list(range(args.count))}


@tool("page_of_rows", Count)
def page_of_rows(args: Count) -> Any:
    return {"rows": [{"name": name} for name in list(PRICES) * 3][: args.count]}


# --- tools on an event loop ---


@tool("awaits_its_pause", Query)
async def awaits_its_pause(args: Query) -> Any:
    await asyncio.sleep(0.02)
    return {"query": args.query}


@tool("hands_over_its_work", Query)
async def hands_over_its_work(args: Query) -> Any:
    await asyncio.to_thread(time.sleep, 0.05)
    return {"query": args.query}


@tool("awaits_a_process", Query, tier="execute")
async def awaits_a_process(args: Query) -> Any:
    process = await asyncio.create_subprocess_exec("/bin/echo", "hello", stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    return {"output": output.decode()}


@tool("awaits_a_connection", Query)
async def awaits_a_connection(args: Query) -> Any:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", 9)
        writer.close()
    except OSError:
        return {"answers": False}
    return {"answers": True}


@tool("reads_its_queue", Query)
async def reads_its_queue(args: Query) -> Any:
    waiting: queue.Queue[str] = queue.Queue()
    waiting.put(args.query)
    return {"query": waiting.get()}


@tool("sleeps_as_it_may", Query)
def sleeps_as_it_may(args: Query) -> Any:
    time.sleep(0.1)
    return {"query": args.query}


# --- calls at once ---

LOCK = threading.Lock()
TOTAL = {"count": 0}
LOCAL = threading.local()
RECENT: dict[str, str] = {}
CURRENT: contextvars.ContextVar[str] = contextvars.ContextVar("current", default="")


@tool("counts_under_a_lock", Query, tier="write")
def counts_under_a_lock(args: Query) -> Any:
    with LOCK:
        count = TOTAL["count"]
        TOTAL["count"] = count + 1
    return {"query": args.query}


class Amount(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


class Vote(BaseModel):
    vote: Literal["yes", "no"] = Field(description="The vote.")


@tool("votes_under_a_lock", Vote, tier="write")
def votes_under_a_lock(args: Vote) -> Any:
    with LOCK:
        TOTAL[args.vote] = TOTAL.get(args.vote, 0) + 1
        return {"vote": args.vote, "votes": TOTAL[args.vote]}


@tool("sums_under_a_lock", Amount, tier="write")
def sums_under_a_lock(args: Amount) -> Any:
    with LOCK:
        TOTAL["cents"] = TOTAL.get("cents", 0) + args.cents
        return {"balance": TOTAL["cents"]}


@tool("spends_under_a_lock", Amount, tier="write")
def spends_under_a_lock(args: Amount) -> Any:
    # Which payments still fit depends on their order.
    with LOCK:
        left = TOTAL.get("left", 1_500_000)
        TOTAL["left"] = left - args.cents if args.cents <= left else left
        return {"left": TOTAL["left"]}


@tool("counts_in_one_step", Query, tier="write")
def counts_in_one_step(args: Query) -> Any:
    TOTAL["count"] += 1
    return {"count": TOTAL["count"], "query": args.query}


@tool("remembers_for_its_thread", Query)
def remembers_for_its_thread(args: Query) -> Any:
    LOCAL.query = args.query
    length = len(args.query)
    return {"query": LOCAL.query, "length": length}


@tool("caches_by_what_is_asked", Query)
def caches_by_what_is_asked(args: Query) -> Any:
    if args.query not in RECENT:
        RECENT[args.query] = args.query.upper()
    return {"text": RECENT[args.query]}


@tool("remembers_for_its_task", Query)
async def remembers_for_its_task(args: Query) -> Any:
    CURRENT.set(args.query)
    await asyncio.sleep(0)
    return {"query": CURRENT.get()}


class Collector:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def collect(self, query: str) -> str:
        self.lines.append(query)
        return "\n".join(self.lines)


@tool("an_object_for_each_call", Query)
def an_object_for_each_call(args: Query) -> Any:
    return {"text": Collector().collect(args.query)}


@tool("last_query_is_shared", Query, tier="write")
def last_query_is_shared(args: Query) -> Any:
    before = RECENT.get("last", "")
    RECENT["last"] = args.query
    return {"before": before}


# --- mistaken shapes ---


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


@tool("lenient_tags", Tags)
def lenient_tags(args: Tags) -> Any:
    return {"tags": sorted(args.tags), "amount": args.amount}


class Parcels(BaseModel):
    weights: list[int] = Field(description="Weights of the parcels.", max_length=40)
    limit: int = Field(description="What the car carries.", ge=1, le=10_000)


@tool("fills_a_car", Parcels)
def fills_a_car(args: Parcels) -> Any:
    loads = {0}
    for weight in args.weights:
        loads |= {load + weight for load in loads if 0 <= load + weight <= args.limit}
    return {"load": max(loads)}


class Turns(BaseModel):
    names: list[str] = Field(description="Who takes part.", min_length=1, max_length=50)


@tool("who_begins", Turns, description="Choose by lot who begins.")
def who_begins(args: Turns) -> Any:
    return {"first": random.choice(args.names)}


@tool("first_of_the_longest", Turns, description="Name the longest of some names, with a note of when it was asked.")
def first_of_the_longest(args: Turns) -> Any:
    return {"name": max(args.names, key=len), "asked": time.time_ns()}


class Escaped(BaseModel):
    text: str = Field(description="Text with escapes as in Python.", max_length=200)


@tool("escapes_resolved", Escaped)
def escapes_resolved(args: Escaped) -> Any:
    try:
        return {"text": args.text.encode("latin-1").decode("unicode_escape").encode().decode()}
    except UnicodeError:
        return {"error": "no_escape", "message": "The text holds an escape that stands for no character."}


@tool("distinct_in_order", Turns)
def distinct_in_order(args: Turns) -> Any:
    seen = set(args.names)
    return {
        "names": list(dict.fromkeys(args.names)),
        "sorted": sorted(seen),
        "longest": sorted(seen, key=lambda n: (-len(n), n)),
    }


_last_call = [0.0]


@tool("one_call_a_second", Query)
def one_call_a_second(args: Query) -> Any:
    time.sleep(max(0.0, _last_call[0] + 1.0 - time.monotonic()))
    _last_call[0] = time.monotonic()
    return {"found": [args.query]}


class Mood(BaseModel):
    mood: Literal["low", "high", "mixed"] = Field(description="The mood.")


@tool("null_as_promised", Mood, description="Return the score of a mood; null for a mixed one.")
def null_as_promised(args: Mood) -> Any:
    return {"score": {"low": 1, "high": 3}.get(args.mood)}


class Wait(BaseModel):
    milliseconds: int = Field(description="How long to pause.", ge=0, le=500)
    rounds: int = Field(default=1000, description="Rounds.", ge=1000, le=2_000_000)


@tool("waits_and_computes_aside", Wait)
async def waits_and_computes_aside(args: Wait) -> Any:
    await asyncio.sleep(args.milliseconds / 1000)
    key = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", b"key", b"salt", args.rounds)
    return {"key": key.hex()}


class Row(BaseModel):
    number: int = Field(description="Number of the row.")


@tool("stores_64_bits", Row)
def stores_64_bits(args: Row) -> Any:
    with contextlib.closing(sqlite3.connect(":memory:")) as rows:
        return {"rows": rows.execute("SELECT ?", (args.number,)).fetchall()[0][0]}


class Position(BaseModel):
    number: int = Field(description="A number of the list.", ge=0, le=100)


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


@tool("refuses_by_the_calendar", Day)
def refuses_by_the_calendar(args: Day) -> Any:
    return {"weekday": date(args.year, args.month, args.day).strftime("%A")}


class Paper(BaseModel):
    text: str = Field(description="A document.", max_length=2000)


@tool("reads_a_document", Paper)
def reads_a_document(args: Paper) -> Any:
    try:
        document = json.loads(args.text)
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON.", code="no_json") from None
    lines = document.get("lines") if isinstance(document, dict) else None
    return {"lines": len(lines) if isinstance(lines, list) else 0}


@tool("letters_by_length_of_words", Paper)
def letters_by_length_of_words(args: Paper) -> Any:
    return {"words": sorted(dict.fromkeys(args.text.split()), key=len, reverse=True)[:50]}


class Seats(BaseModel):
    row: Literal["front", "back"] = Field(description="Row of the hall.")
    seats: int = Field(description="How many seats.", ge=1, le=20)


HALL = {"front": 8, "back": 30}


@tool("sells_under_a_lock", Seats, tier="write")
def sells_under_a_lock(args: Seats) -> Any:
    with LOCK:
        if HALL[args.row] < args.seats:
            raise ToolError("There are not enough seats.", code="sold_out")
        HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


@tool("sells_in_one_step", Seats, tier="write")
async def sells_in_one_step(args: Seats) -> Any:
    await asyncio.sleep(0)
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


WINDOW = {"since": 0.0, "calls": 0}


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


VISITORS = {"now": 0}


@tool("tells_how_many_are_there", Query)
def tells_how_many_are_there(args: Query) -> Any:
    with LOCK:
        VISITORS["now"] += 1
    active = VISITORS["now"]
    with LOCK:
        VISITORS["now"] -= 1
    return {"query": args.query, "active": active}


NUMBERS: dict[str, int] = {}


@tool("numbers_whoever_comes", Query, tier="write")
def numbers_whoever_comes(args: Query) -> Any:
    with LOCK:
        return {"customer": NUMBERS.setdefault(args.query, len(NUMBERS) + 1), "query": args.query}


class Way(BaseModel):
    links: dict[str, str] = Field(description="Place to the one after it.", max_length=20)
    first: str = Field(description="The first place.", max_length=20)


@tool("follows_a_way_once", Way)
def follows_a_way_once(args: Way) -> Any:
    place, seen = args.first, {args.first}
    while (following := args.links.get(place)) is not None and following not in seen:
        seen.add(following)
        place = following
    return {"last": place}


SEARCHES: list[str] = []


@tool("tells_recent_searches", Query)
def tells_recent_searches(args: Query) -> Any:
    SEARCHES.append(args.query)
    del SEARCHES[:-20]
    return {"found": 0, "recent_queries": sorted(set(SEARCHES))}


class Later(BaseModel):
    day: date = Field(description="Day, as YYYY-MM-DD.")


@tool("refuses_the_end_of_the_calendar", Later)
def refuses_the_end_of_the_calendar(args: Later) -> Any:
    try:
        return {"day": (args.day + timedelta(days=30)).isoformat()}
    except OverflowError:
        raise ToolError("The calendar ends before that day.", code="out_of_range") from None


class Grid(BaseModel):
    width: int = Field(description="Cells in a row.", ge=1, le=100_000)
    height: int = Field(description="Rows.", ge=1, le=100_000)


@tool("counts_by_multiplying", Grid)
def counts_by_multiplying(args: Grid) -> Any:
    return {"cells": args.width * args.height, "border": "-" * min(args.width, 80)}


class Number(BaseModel):
    text: str = Field(description="A number.", max_length=9)


@tool("leaves_reading_to_int", Number)
def leaves_reading_to_int(args: Number) -> Any:
    return {"number": int(args.text)}


@tool("lists_only_at_first", Query)
def lists_only_at_first(args: Query) -> Any:
    is_first = args.query not in RECENT
    RECENT[args.query] = args.query
    return {"query": args.query, "hints": ["Try another word."] if is_first else None}


# --- lists that others fill at the same time ---


class Names(BaseModel):
    names: list[str] = Field(description="Names to sort.", min_length=1, max_length=20)


_held: list[str] = []
_holding = asyncio.Lock()


@tool("sorts_under_a_lock", Names)
async def sorts_under_a_lock(args: Names) -> Any:
    async with _holding:
        _held.clear()
        for name in args.names:
            await asyncio.sleep(0.001)
            _held.append(name)
        return {"names": sorted(_held)}


_asked: list[str] = []


@tool("tells_who_else_asked", Query, tier="write")
def tells_who_else_asked(args: Query) -> Any:
    _asked.append(args.query)
    del _asked[:-3]
    return {"query": args.query, "asked_last": list(_asked)}


class Bookings(BaseModel):
    bookings: list[Share] = Field(description="What was paid.", min_length=1, max_length=20)


_local = threading.local()


@tool("table_of_its_own", Bookings)
def table_of_its_own(args: Bookings) -> Any:
    if not hasattr(_local, "table"):
        _local.table = sqlite3.connect(":memory:", isolation_level=None)
        _local.table.execute("CREATE TABLE bookings (total INTEGER, people INTEGER)")
    _local.table.execute("DELETE FROM bookings")
    for booking in args.bookings:
        _local.table.execute("INSERT INTO bookings VALUES (?, ?)", (booking.total, booking.people))
    rows = _local.table.execute("SELECT people, SUM(total) FROM bookings GROUP BY people ORDER BY people").fetchall()
    return {"totals": [{"people": people, "total": total} for people, total in rows]}


class Document(BaseModel):
    document: str = Field(description="A JSON document.", max_length=20_000)


@tool("reads_deep_documents", Document)
def reads_deep_documents(args: Document) -> Any:
    try:
        return {"kind": type(json.loads(args.document)).__name__}
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON, or too deep.", code="bad_json") from None
