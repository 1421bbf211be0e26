"""Tools with one defect each; the name before the two underscores is the check that must find it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import math
import random
import sqlite3
import statistics
import subprocess
import threading
import urllib.request
from datetime import date, datetime, timedelta
from time import sleep as nap
from typing import Any, Literal
from xml.etree import ElementTree as ET

from pydantic import BaseModel, Field, field_validator, model_validator

from forge_harness import FnToolExecutor, LegacyTool, ToolError, forge_tool

PRICES = {"apple": 40, "bread": 320}


def tool(name: str, schema: type[BaseModel], **options: Any) -> Any:
    """Declare a read tool of that name."""
    return forge_tool(
        name=name, description="Broken.", args_schema=schema, register=False, **{"tier": "read"} | options
    )


class Values(BaseModel):
    values: list[float] = Field(description="Numbers.", max_length=50)


class Name(BaseModel):
    name: str = Field(description="A full name.", max_length=60)


class Item(BaseModel):
    item: str = Field(description="Item to look up.", max_length=60)


class Share(BaseModel):
    total: int = Field(description="Amount in cents.", ge=0, le=1000)
    people: int = Field(description="How many share it.", ge=0, le=20)


class Position(BaseModel):
    items: list[str] = Field(description="Texts.", min_length=1, max_length=10)
    index: int = Field(0, description="Position of the text to return.", ge=0, le=9)


@tool("valid_calls_do_not_crash__empty_mean", Values)
def empty_mean(args: Values) -> Any:
    return {"mean": sum(args.values) / len(args.values)}


@tool("valid_calls_do_not_crash__first_of_none", Values)
def first_of_none(args: Values) -> Any:
    return {"first": args.values[0], "rest": len(args.values)}


@tool("valid_calls_do_not_crash__largest_of_none", Values)
def largest_of_none(args: Values) -> Any:
    return {"largest": max(args.values)}


@tool("valid_calls_do_not_crash__same_values", Values)
def same_values(args: Values) -> Any:
    if len(args.values) < 2:
        return {"scaled": []}
    low, high = min(args.values), max(args.values)
    return {"scaled": [(value - low) / (high - low) for value in args.values]}


@tool("valid_calls_do_not_crash__no_spread", Values)
def no_spread(args: Values) -> Any:
    if len(args.values) < 2:
        raise ToolError("Give two values at least.", code="too_few")
    return {"score": args.values[0] / statistics.pstdev(args.values)}


@tool("valid_calls_do_not_crash__one_word", Name)
def one_word(args: Name) -> Any:
    return {"family": args.name.split()[1]}


@tool("valid_calls_do_not_crash__empty_name", Name)
def empty_name(args: Name) -> Any:
    return {"initial": args.name.strip()[0].upper()}


@tool("valid_calls_do_not_crash__two_parts", Name)
def two_parts(args: Name) -> Any:
    first, last = args.name.split(" ")
    return {"first": first, "last": last}


@tool("valid_calls_do_not_crash__ascii_only", Name)
def ascii_only(args: Name) -> Any:
    return {"bytes": len(args.name.encode("ascii"))}


@tool("valid_calls_do_not_crash__bare_key", Item)
def bare_key(args: Item) -> Any:
    return {"cents": PRICES[args.item]}


@tool("valid_calls_do_not_crash__none_of_it", Item)
def none_of_it(args: Item) -> Any:
    found = next((name for name in PRICES if name == args.item), None)
    return {"name": found.upper()}


@tool("valid_calls_do_not_crash__next_of_nothing", Item)
def next_of_nothing(args: Item) -> Any:
    return {"name": next(name for name in PRICES if args.item in name)}


@tool("valid_calls_do_not_crash__shared_by_none", Share)
def shared_by_none(args: Share) -> Any:
    return {"each": args.total // args.people}


@tool("valid_calls_do_not_crash__remainder", Share)
def remainder(args: Share) -> Any:
    return {"rest": args.total % (args.people - 7)}


@tool("valid_calls_do_not_crash__beyond_the_end", Position)
def beyond_the_end(args: Position) -> Any:
    return {"text": args.items[args.index]}


@tool("valid_calls_do_not_crash__unbound", Share)
def unbound(args: Share) -> Any:
    for number in range(args.people):
        last = number
    return {"last": last}


@tool("valid_calls_do_not_crash__assertion", Share)
def assertion(args: Share) -> Any:
    assert args.total >= args.people, "cannot be shared"
    return {"each": args.total}


@tool("valid_calls_do_not_crash__mistyped_name", Share)
def mistyped_name(args: Share) -> Any:
    if args.people > 10:
        return {"discount": toatl * 0.9}  # noqa: F821
    return {"discount": 0}


@tool("valid_calls_do_not_crash__magic_number", Share)
def magic_number(args: Share) -> Any:
    if args.total == 737:
        return {"each": [][0]}
    return {"each": args.total}


class Optional(BaseModel):
    text: str = Field(description="A text.", max_length=80)
    prefix: str | None = Field(None, description="What to put before it.", max_length=10)


@tool("valid_calls_do_not_crash__left_out", Optional)
def left_out(args: Optional) -> Any:
    return {"text": args.prefix + args.text}


@tool("valid_calls_do_not_crash__given_null", Optional)
def given_null(args: Optional) -> Any:
    if "prefix" in args.model_fields_set:
        return {"length": len(args.prefix)}
    return {"length": 0}


class Deep(BaseModel):
    numbers: list[int] = Field(description="Numbers.", max_length=2000)


def total_of(numbers: list[int]) -> int:
    return numbers[0] + total_of(numbers[1:]) if numbers else 0


@tool("valid_calls_do_not_crash__recursion", Deep)
def recursion(args: Deep) -> Any:
    return {"total": total_of(args.numbers)}


class Period(BaseModel):
    start: date = Field(description="First day.")
    end: date = Field(description="Last day.")


@tool("valid_calls_do_not_crash__same_day", Period)
def same_day(args: Period) -> Any:
    return {"per_day": 100 / (args.end - args.start).days}


class Moments(BaseModel):
    start: datetime = Field(description="Beginning.")
    end: datetime = Field(description="End.")


@tool("valid_calls_do_not_crash__naive_and_aware", Moments)
def naive_and_aware(args: Moments) -> Any:
    return {"is_before": args.start < args.end}


class Line(BaseModel):
    quantity: int = Field(description="How many.", ge=0, le=10)
    cents: int = Field(description="Price.", ge=0, le=1000)


class Order(BaseModel):
    lines: list[Line] = Field(description="Lines of the order.", min_length=1, max_length=5)


@tool("valid_calls_do_not_crash__deep_field", Order)
def deep_field(args: Order) -> Any:
    return {"per_piece": [line.cents / line.quantity for line in args.lines]}


@tool("valid_calls_do_not_crash__async_index", Values)
async def async_index(args: Values) -> Any:
    return {"last": args.values[-1]}


class Growth(BaseModel):
    rate: float = Field(description="Growth in a year.", ge=0, le=10)
    years: int = Field(description="Years.", ge=0, le=500)


@tool("valid_calls_do_not_crash__overflow", Growth)
def overflow(args: Growth) -> Any:
    return {"factor": (1 + args.rate) ** float(args.years)}


executor_option = FnToolExecutor(
    "valid_calls_do_not_crash__executor_option",
    lambda arguments: {"limit": arguments["limit"] + 1},
    description="Broken.",
    input_schema={"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": False},
)

legacy_tags = LegacyTool.from_mapping(
    "valid_calls_do_not_crash__legacy_tags",
    {
        "description": "Broken.",
        "input_schema": {
            "type": "object",
            "properties": {"tags": {"type": ["array", "null"], "items": {"type": "string"}}},
            "required": ["tags"],
            "additionalProperties": False,
        },
        "impl": lambda tags: {"count": len(tags)},
    },
)


class Calculation(BaseModel):
    left: float = Field(description="First number.", ge=-1000, le=1000)
    right: float = Field(description="Second number.", ge=-1000, le=1000)
    operation: Literal["add", "subtract", "multiply", "modulo"] = Field(description="What to do with them.")


@tool("choices_are_handled__unbound", Calculation)
def unbound_choice(args: Calculation) -> Any:
    if args.operation == "add":
        result = args.left + args.right
    elif args.operation == "subtract":
        result = args.left - args.right
    elif args.operation == "multiply":
        result = args.left * args.right
    return {"result": result}


@tool("choices_are_handled__fell_through", Calculation)
def fell_through(args: Calculation) -> Any:
    if args.operation == "add":
        return {"result": args.left + args.right}
    if args.operation == "subtract":
        return {"result": args.left - args.right}
    if args.operation == "multiply":
        return {"result": args.left * args.right}
    return None


@tool("choices_are_handled__empty_result", Calculation)
def empty_result(args: Calculation) -> Any:
    result = None
    if args.operation == "add":
        result = args.left + args.right
    elif args.operation == "subtract":
        result = args.left - args.right
    elif args.operation == "multiply":
        result = args.left * args.right
    return {"result": result}


@tool("choices_are_handled__async_match", Calculation)
async def async_match(args: Calculation) -> Any:
    match args.operation:
        case "add":
            return {"result": args.left + args.right}
        case "subtract" | "multiply":
            return {"result": args.left - args.right}


@tool("choices_are_handled__refused", Calculation)
def refused(args: Calculation) -> Any:
    if args.operation in ("add", "subtract", "multiply"):
        return {"result": args.left}
    raise ValueError(f"Unknown operation: {args.operation}")


@tool("choices_are_handled__refused_in_dict", Calculation)
def refused_in_dict(args: Calculation) -> Any:
    if args.operation in ("add", "subtract", "multiply"):
        return {"result": args.left}
    return {"error": "unsupported_operation", "message": f"The operation '{args.operation}' is not supported."}


@tool("choices_are_handled__not_implemented", Calculation)
def not_implemented(args: Calculation) -> Any:
    if args.operation == "modulo":
        raise NotImplementedError
    return {"result": args.left}


HANDLERS = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b}


@tool("choices_are_handled__no_handler", Calculation)
def no_handler(args: Calculation) -> Any:
    return {"result": HANDLERS.get(args.operation)(args.left, args.right)}


class Filter(BaseModel):
    field: Literal["name", "price", "stock"] = Field(description="Field to look at.")


class Search(BaseModel):
    filters: list[Filter] = Field(description="All must hold.", min_length=1, max_length=3)


ROWS = [{"name": "apple", "price": 40}, {"name": "bread", "price": 320}]


@tool("choices_are_handled__deep", Search)
def deep_choice(args: Search) -> Any:
    return {"values": [row[wanted.field] for row in ROWS for wanted in args.filters]}


class Steps(BaseModel):
    start: int = Field(description="Where to begin.", ge=-20, le=20)
    step: int = Field(1, description="How far each step goes.", ge=-3, le=3)


@tool("valid_calls_return__never_nought", Steps)
def never_nought(args: Steps) -> Any:
    number = args.start
    while number != 0:
        number -= 1
    return {"number": number}


class Start(BaseModel):
    start: int = Field(description="Number to start from.", ge=-10_000, le=10_000)


@tool("valid_calls_return__wide_bounds", Start)
def wide_bounds(args: Start) -> Any:
    steps, number = 0, args.start
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return {"steps": steps}


@tool("valid_calls_return__no_progress", Steps)
def no_progress(args: Steps) -> Any:
    place, places = args.start, []
    while place < 20:
        place += args.step
        places = [*places[-5:], place]
    return {"places": places}


@tool("valid_calls_return__async_spin", Steps)
async def async_spin(args: Steps) -> Any:
    while args.step == -2:
        pass
    return {"step": args.step}


@tool("valid_calls_return__replaced_by_itself", Name)
def replaced_by_itself(args: Name) -> Any:
    name = args.name
    while "  " in name or name.startswith(" "):
        name = name.strip("x")
    return {"name": name}


SEEN: list[str] = []
QUEUE = ["apple", "bread", "cheese"]
TOTALS = {"sum": 0.0}
WEEKDAYS = ["mon", "tue", "wed"]


class Query(BaseModel):
    query: str = Field(description="Text to look for.", max_length=40)


@tool("equal_calls_agree__mutable_default", Query)
def mutable_default(args: Query, found: list[str] = []) -> Any:  # noqa: B006
    found.append(args.query)
    return {"found": found}


@tool("equal_calls_agree__taken_from_the_table", Query)
def taken_from_the_table(args: Query) -> Any:
    return {"item": QUEUE.pop() if QUEUE else None, "left_over": [*QUEUE]}


@tool("equal_calls_agree__total_goes_on", Values)
def total_goes_on(args: Values) -> Any:
    TOTALS["sum"] += sum(args.values) + 7.5
    return {"total": TOTALS["sum"]}


@tool("equal_calls_agree__turned_each_time", Query)
def turned_each_time(args: Query) -> Any:
    WEEKDAYS.reverse()
    return {"days": list(WEEKDAYS)}


@tool("equal_calls_agree__in_any_order", Query)
def in_any_order(args: Query) -> Any:
    rows = [{"name": name} for name in ("apple", "bread", "cheese", "dates", "eggs", "figs")]
    random.shuffle(rows)
    return {"rows": rows}


@tool("equal_calls_agree__used_up", Query)
def used_up(args: Query) -> Any:
    return {"word": next(WORDS), "query": args.query}


WORDS = iter(["one", "two", "three"])


@tool("equal_calls_agree__text_grows", Query)
async def text_grows(args: Query) -> Any:
    SEEN.append(args.query)
    return "looked for: " + ", ".join(SEEN)


class Document(BaseModel):
    text: str = Field(description="A text.")


class Numbers(BaseModel):
    numbers: list[int] = Field(description="Numbers.")


class Two(BaseModel):
    left: list[str] = Field(description="First names.")
    right: list[str] = Field(description="Second names.")


@tool("time_grows_with_the_input__pairs", Numbers)
def pairs(args: Numbers) -> Any:
    best = 0
    for index, number in enumerate(args.numbers):
        for other in args.numbers[index + 1 :]:
            best = max(best, abs(number - other))
    return {"largest_difference": best}


@tool("time_grows_with_the_input__bubble_sort", Numbers)
async def bubble_sort(args: Numbers) -> Any:
    numbers = list(args.numbers)
    for end in range(len(numbers), 0, -1):
        for index in range(end - 1):
            if numbers[index] > numbers[index + 1]:
                numbers[index], numbers[index + 1] = numbers[index + 1], numbers[index]
    return {"first": numbers[:1]}


@tool("time_grows_with_the_input__in_both", Two)
def in_both(args: Two) -> Any:
    return {"count": len([name for name in args.left if name not in args.right])}


@tool("time_grows_with_the_input__counted_again", Document)
def counted_again(args: Document) -> Any:
    words = args.text.split()
    return {"most": max((words.count(word) for word in words), default=0)}


@tool("time_grows_with_the_input__front_of_the_list", Document)
def front_of_the_list(args: Document) -> Any:
    letters = list(args.text)
    seen = ""
    while letters:
        seen = (letters.pop(0) + seen)[:100000]
    return {"last": seen[:5]}


@tool("time_grows_with_the_input__all_subsets", Numbers)
def all_subsets(args: Numbers) -> Any:
    def reachable(numbers: list[int], total: int) -> bool:
        if not numbers:
            return total == -1
        return reachable(numbers[1:], total) or reachable(numbers[1:], total - numbers[0])

    return {"reachable": reachable(args.numbers[:40], 100)}


class Count(BaseModel):
    count: int = Field(description="How many.", ge=0)


@tool("memory_is_bounded__list_of_all", Count)
def list_of_all(args: Count) -> Any:
    return {"total": sum([number * 2 for number in range(args.count)])}


@tool("memory_is_bounded__padded", Count)
async def padded(args: Count) -> Any:
    return {"length": len("x".rjust(args.count))}


class Large(BaseModel):
    size: int = Field(description="Bytes to prepare.", ge=1, le=2_000_000_000)


@tool("memory_is_bounded__prepared", Large)
def prepared(args: Large) -> Any:
    return {"prepared": len(bytearray(args.size))}


@tool("event_loop_is_not_blocked__subprocess", Query)
async def blocking_subprocess(args: Query) -> Any:
    done = subprocess.run(["/bin/echo", "hello"], capture_output=True, check=False)
    return {"code": done.returncode}


@tool("event_loop_is_not_blocked__requests", Query)
async def blocking_request(args: Query) -> Any:
    try:
        with urllib.request.urlopen("http://127.0.0.1:9/" + "status", timeout=1) as answer:
            return {"status": answer.status}
    except OSError:
        return {"status": None}


@tool("event_loop_is_not_blocked__computes", Query)
async def computes(args: Query) -> Any:
    key = args.query.encode()
    return {"key": hashlib.pbkdf2_hmac("sha256", key, b"salt", 1_500_000).hex()}


@tool("event_loop_is_not_blocked__sleeps_in_a_helper", Query)
async def sleeps_in_a_helper(args: Query) -> Any:
    for _ in range(3):
        pause()
        await asyncio.sleep(0)
    return {"query": args.query}


def pause() -> None:
    nap(0.05)


STATE: dict[str, Any] = {"count": 0, "query": ""}
JOBS: dict[str, str] = {}


@tool("calls_at_once_agree__lost_update", Query, tier="write")
def lost_update(args: Query) -> Any:
    count = STATE["count"]
    nap(0.001)
    STATE["count"] = count + 1
    return {"count": STATE["count"]}


class Amount(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount to pay in, in cents.")


WAITING = [{"subject": "Window"}, {"subject": "Desk"}, {"subject": "Roof"}]


@tool("equal_calls_agree__emptied_queue", Query, tier="read")
def emptied_queue(args: Query) -> Any:
    return {"ticket": WAITING.pop(0) if WAITING else None}


class Vote(BaseModel):
    vote: Literal["yes", "no"] = Field(description="The vote.")


@tool("calls_at_once_agree__lost_votes", Vote, tier="write")
def lost_votes(args: Vote) -> Any:
    counted = STATE.get(args.vote, 0)
    nap(0.001)
    STATE[args.vote] = counted + 1
    return {"vote": args.vote, "votes": STATE[args.vote]}


@tool("calls_at_once_agree__lost_payment", Amount, tier="write")
def lost_payment(args: Amount) -> Any:
    before = STATE.get("balance", 0)
    nap(0.001)
    STATE["balance"] = before + args.cents
    return {"balance": STATE["balance"]}


@tool("calls_at_once_agree__global_result", Query)
def global_result(args: Query) -> Any:
    global LAST
    LAST = args.query.upper()
    length = len(args.query)
    return {"text": LAST, "length": length}


LAST = ""


@tool("event_loop_is_not_blocked__hashes_long", Query)
async def hashes_long(args: Query) -> Any:
    return {"hash": hashlib.pbkdf2_hmac("sha256", args.query.encode("utf-8", "replace"), b"salt", 900_000).hex()}


@tool("calls_at_once_agree__on_one_loop", Query)
async def on_one_loop(args: Query) -> Any:
    STATE["query"] = args.query
    await asyncio.sleep(0)
    return {"query": STATE["query"]}


@tool("calls_at_once_agree__taken_away", Query)
def taken_away(args: Query) -> Any:
    JOBS["current"] = args.query
    text = args.query.title()
    del JOBS["current"]
    return {"text": text}


class Formatter:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def format(self, query: str) -> str:
        self.lines = []
        self.lines.append(query)
        return "\n".join(self.lines)


FORMATTER = Formatter()


@tool("calls_at_once_agree__shared_object", Query)
def shared_object(args: Query) -> Any:
    return {"text": FORMATTER.format(args.query)}


class Window(BaseModel):
    window: dict[str, int] = Field(description="From and to.")

    @model_validator(mode="before")
    @classmethod
    def _in_order(cls, values: Any) -> Any:
        window = values["window"]
        return {**values, "window": {"from": min(window.values()), "to": max(window.values(), default=0)}}


@tool("wrong_shapes_are_refused__model_validator", Window)
def model_validator_trips(args: Window) -> Any:
    return {"window": args.window}


class Readings(BaseModel):
    readings: Any = Field(
        description="What was measured, in order.",
        json_schema_extra={"type": "array", "items": {"type": "number"}, "maxItems": 40},
    )

    @field_validator("readings")
    @classmethod
    def _listed(cls, readings: Any) -> Any:
        if isinstance(readings, list):
            return [float(reading) for reading in readings if isinstance(reading, int | float)][:40]
        if isinstance(readings, str) and readings.startswith("["):
            return readings
        raise ValueError("readings must be a list")


@tool("wrong_shapes_are_refused__lets_a_text_in", Readings)
def lets_a_text_in(args: Readings) -> Any:
    return {"mean": round(sum(args.readings) / max(len(args.readings), 1), 2)}


class Amount(BaseModel):
    amount: float = Field(description="An amount.", ge=0, le=1000)

    @field_validator("amount", mode="before")
    @classmethod
    def _without_sign(cls, amount: Any) -> Any:
        return amount if isinstance(amount, float | int) else amount.strip("$")


@tool("wrong_shapes_are_refused__sign", Amount)
def sign_trips(args: Amount) -> Any:
    return {"amount": args.amount}


class Escaped(BaseModel):
    text: str = Field(description="Text with escapes as in JSON.", max_length=200)


@tool("valid_calls_do_not_crash__half_a_character", Escaped)
def half_a_character(args: Escaped) -> dict[str, Any]:
    try:
        text = str(json.loads('"' + args.text.replace('"', "'") + '"'))
    except ValueError:
        return {"error": "no_escape", "message": "JSON knows no such escape."}
    return {"bytes": len(text.encode())}


class Parcels(BaseModel):
    weights: list[int] = Field(description="Weights of the parcels.", max_length=40)
    limit: int = Field(description="What the car carries.", ge=1)


@tool("time_grows_with_the_input__heaviest_load", Parcels)
def heaviest_load(args: Parcels) -> dict[str, Any]:
    def best(place: int, left: int) -> int:
        if place == len(args.weights) or left == 0:
            return 0
        without = best(place + 1, left)
        weight = max(1, args.weights[place])
        return without if weight > left else max(without, weight + best(place + 1, left - weight))

    return {"load": best(0, args.limit)}


class Sections(BaseModel):
    names: list[str] = Field(description="Names of sections.", min_length=1, max_length=50)


@tool("equal_calls_agree__one_of_the_longest", Sections)
def one_of_the_longest(args: Sections) -> dict[str, Any]:
    longest = max(map(len, args.names))
    return {"section": random.choice([name for name in args.names if len(name) == longest])}


@tool("equal_calls_agree__order_of_a_set", Sections)
def order_of_a_set(args: Sections) -> dict[str, Any]:
    return {"names": list({name.casefold() for name in args.names})}


class Prose(BaseModel):
    text: str = Field(description="Text of some words.", max_length=500)


@tool("equal_calls_agree__words_of_a_set", Prose)
def words_of_a_set(args: Prose) -> dict[str, Any]:
    return {"words": {"all": tuple(set(args.text.split()))}}


class Prices(BaseModel):
    prices: list[float] = Field(description="Prices.", min_length=1, max_length=50)


@tool("valid_calls_do_not_crash__spread_of_one", Prices)
def spread_of_one(args: Prices) -> Any:
    if not all(map(math.isfinite, args.prices)):
        raise ToolError("Prices are finite.", code="not_finite")
    return {"spread": statistics.stdev(min(max(price, -1e9), 1e9) for price in args.prices)}


class Cursor(BaseModel):
    cursor: int = Field(default=0, description="0, or the next value of the page before.", ge=0, le=1_000_000)


@tool("valid_calls_do_not_crash__unknown_cursor", Cursor)
def unknown_cursor(args: Cursor) -> Any:
    numbers = [3, 5, 8]
    start = numbers.index(args.cursor) + 1 if args.cursor else 0
    return {"numbers": numbers[start : start + 2]}


class Pause(BaseModel):
    milliseconds: int = Field(description="How long to pause.", ge=0, le=500)


@tool("event_loop_is_not_blocked__settles", Pause)
async def settles(args: Pause) -> Any:
    nap(args.milliseconds / 1000)
    return {"waited": args.milliseconds}


class Rounds(BaseModel):
    text: str = Field(description="A text.", max_length=40)
    rounds: int = Field(default=1000, description="Rounds.", ge=1000, le=5_000_000)


@tool("event_loop_is_not_blocked__many_rounds", Rounds)
async def many_rounds(args: Rounds) -> Any:
    return {"key": hashlib.pbkdf2_hmac("sha256", args.text.encode(), b"salt", args.rounds).hex()}


class Born(BaseModel):
    born: date = Field(description="Date of birth, as YYYY-MM-DD.")
    year: int = Field(description="Year of the birthday.", ge=1900, le=2100)


@tool("valid_calls_do_not_crash__leap_day", Born)
def leap_day(args: Born) -> Any:
    return {"birthday": args.born.replace(year=args.year).isoformat()}


class Digits(BaseModel):
    digits: str = Field(description="Digits to spell.", pattern=r"^\d+$", max_length=20)


@tool("valid_calls_do_not_crash__digits_of_another_script", Digits)
def digits_of_another_script(args: Digits) -> Any:
    spelled = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))
    return {"words": [spelled[digit] for digit in args.digits]}


class Feed(BaseModel):
    feed: str = Field(description="A feed.", max_length=2000)


@tool("valid_calls_do_not_crash__no_channel", Feed)
def no_channel(args: Feed) -> Any:
    try:
        root = ET.fromstring(args.feed)
    except ET.ParseError:
        raise ToolError("That is no feed.", code="no_feed") from None
    return {"title": root.find("channel").findtext("title", "")}


@tool("valid_calls_do_not_crash__order_without_lines", Feed)
def order_without_lines(args: Feed) -> Any:
    try:
        order = json.loads(args.feed)
    except ValueError:
        raise ToolError("That is no order.", code="no_order") from None
    if not isinstance(order, dict):
        raise ToolError("An order is an object.", code="no_order")
    return {"count": len(order.get("lines", ()))}


@tool("valid_calls_do_not_crash__not_a_number", Feed)
def not_a_number(args: Feed) -> Any:
    try:
        number = float(args.feed)
    except ValueError:
        raise ToolError("That is no number.", code="no_number") from None
    return {"whole": round(number)}


class Level(BaseModel):
    level: float = Field(description="Level.", ge=0, le=100)


@tool("valid_calls_do_not_crash__logarithm", Level)
def logarithm(args: Level) -> Any:
    return {"decibels": round(20 * math.log10(args.level), 2)}


class Seats(BaseModel):
    row: Literal["front", "back"] = Field(description="Row of the hall.")
    seats: int = Field(description="How many seats.", ge=1, le=20)


HALL = {"front": 8, "back": 30}
HALL_LOCK = threading.Lock()


@tool("calls_at_once_agree__sold_twice", Seats, tier="write")
def sold_twice(args: Seats) -> Any:
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    nap(0.002)
    with HALL_LOCK:
        HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


@tool("calls_at_once_agree__sold_twice_on_one_loop", Seats, tier="write")
async def sold_twice_on_one_loop(args: Seats) -> Any:
    if HALL[args.row] < args.seats:
        raise ToolError("There are not enough seats.", code="sold_out")
    await asyncio.sleep(0)
    HALL[args.row] -= args.seats
    return {"row": args.row, "seats": args.seats}


class Colours(BaseModel):
    colours: list[Literal["red", "green"]] = Field(description="Colours of the lights.", min_length=1, max_length=20)


LIGHTS: list[str] = []


@tool("calls_at_once_agree__counted_together", Colours)
def counted_together(args: Colours) -> Any:
    LIGHTS.clear()
    for colour in args.colours:
        LIGHTS.append(colour)
    return {colour: LIGHTS.count(colour) for colour in ("red", "green")}


class Shift(BaseModel):
    day: date = Field(description="Day, as YYYY-MM-DD.")
    days: int = Field(description="Days to add.", ge=-400, le=400)


@tool("valid_calls_do_not_crash__end_of_the_calendar", Shift)
def end_of_the_calendar(args: Shift) -> Any:
    return {"day": (args.day + timedelta(days=args.days)).isoformat()}


class Chapters(BaseModel):
    chapters: dict[str, str] = Field(description="Chapter to the one after it.", max_length=20)
    first: str = Field(description="The first chapter.", max_length=20)


@tool("valid_calls_return__follows_a_circle", Chapters)
def follows_a_circle(args: Chapters) -> Any:
    chapter, count = args.first, 0
    while chapter in args.chapters:
        chapter, count = args.chapters[chapter], count + 1
    return {"last": chapter, "count": count}


_WORDS_SEEN: list[str] = []


@tool("equal_calls_agree__words_of_others", Prose)
def words_of_others(args: Prose) -> Any:
    for word in args.text.lower().split():
        if word not in _WORDS_SEEN and len(_WORDS_SEEN) < 500:
            _WORDS_SEEN.append(word)
    return {"words": sorted(_WORDS_SEEN)}


SURCHARGE = {"cents": 0}


@tool("equal_calls_agree__fee_goes_up", Query)
def fee_goes_up(args: Query) -> Any:
    SURCHARGE["cents"] += 1
    return {"fee": 100 + SURCHARGE["cents"]}


class Grid(BaseModel):
    width: int = Field(description="Cells in a row.", ge=1, le=100_000)
    height: int = Field(description="Rows.", ge=1, le=100_000)


@tool("memory_is_bounded__of_two_numbers", Grid)
def of_two_numbers(args: Grid) -> Any:
    grid = [[0] * args.width for _ in range(args.height)]
    return {"cells": len(grid) * len(grid[0])}


class Pages(BaseModel):
    pages: str = Field(description="Number of pages.", max_length=9)


@tool("valid_calls_do_not_crash__digit_that_is_none", Pages)
def digit_that_is_none(args: Pages) -> Any:
    if not args.pages.isdigit():
        raise ToolError("That is no number.", code="no_number")
    return {"pages": int(args.pages)}


_FAVOURITES: dict[int, list[str]] = {}


@tool("equal_calls_agree__suggest_more_each_time", Query)
def suggests_more_each_time(args: Query) -> Any:
    titles = _FAVOURITES.setdefault(len(args.query), [])
    titles.append("Dune")
    return {"titles": titles}


class Bookings(BaseModel):
    bookings: list[Share] = Field(description="What was paid.", min_length=1, max_length=20)


_scratch = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
_scratch.execute("CREATE TABLE bookings (total INTEGER, people INTEGER)")


@tool("calls_at_once_agree__scratch_table", Bookings, raises=[ToolError])
def scratch_table(args: Bookings) -> Any:
    try:
        _scratch.execute("DELETE FROM bookings")
        for booking in args.bookings:
            _scratch.execute("INSERT INTO bookings VALUES (?, ?)", (booking.total, booking.people))
        rows = _scratch.execute("SELECT people, SUM(total) FROM bookings GROUP BY people ORDER BY people").fetchall()
    except sqlite3.Error:
        raise ToolError("The bookings could not be added up.", code="not_added") from None
    return {"totals": [{"people": people, "total": total} for people, total in rows]}


class Names(BaseModel):
    names: list[str] = Field(description="Names to sort.", min_length=1, max_length=20)


_sorted: list[str] = []


@tool("calls_at_once_agree__list_across_awaits", Names)
async def list_across_awaits(args: Names) -> Any:
    _sorted.clear()
    for name in args.names:
        await asyncio.sleep(0.001)
        _sorted.append(name)
    return {"names": sorted(_sorted)}


class Visit(BaseModel):
    title: str = Field(description="What it is about.", max_length=40)
    start: datetime = Field(description="When it starts.")


class Visits(BaseModel):
    visits: list[Visit] = Field(description="The visits.", min_length=1, max_length=20)


@tool("valid_calls_do_not_crash__moments_of_two_kinds", Visits)
def moments_of_two_kinds(args: Visits) -> Any:
    return {"titles": [visit.title for visit in sorted(args.visits, key=lambda visit: visit.start)]}


class Cursor(BaseModel):
    cursor: str = Field("", description="Where the last page ended.", max_length=200)


@tool("valid_calls_do_not_crash__cursor_without_place", Cursor)
def cursor_without_place(args: Cursor) -> Any:
    try:
        start = json.loads(base64.urlsafe_b64decode(args.cursor)) if args.cursor else {"offset": 0}
    except ValueError:
        raise ToolError("The cursor is none of ours.", code="bad_cursor") from None
    return {"items": list(PRICES)[start["offset"] :][:5]}


class Document(BaseModel):
    document: str = Field(description="A JSON document.", max_length=20_000)


@tool("valid_calls_do_not_crash__brackets_in_brackets", Document)
def brackets_in_brackets(args: Document) -> Any:
    try:
        return {"kind": type(json.loads(args.document)).__name__}
    except ValueError:
        raise ToolError("That is no JSON.", code="bad_json") from None
