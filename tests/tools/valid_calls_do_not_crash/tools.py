"""Tools that break valid_calls_do_not_crash."""

from __future__ import annotations

import base64
import json
import math
import statistics
from datetime import date, datetime
from typing import Any
from xml.etree import ElementTree as ET

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, LegacyTool, ToolError

from ..marks import breaks
from ..shared.broken_robustness import Share, Values, tool

PRICES = {"apple": 40, "bread": 320}


class Item(BaseModel):
    item: str = Field(description="Item to look up.", max_length=60)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__empty_mean", Values)
def empty_mean(args: Values) -> Any:
    return {"mean": sum(args.values) / len(args.values)}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__largest_of_none", Values)
def largest_of_none(args: Values) -> Any:
    return {"largest": max(args.values)}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__same_values", Values)
def same_values(args: Values) -> Any:
    if len(args.values) < 2:
        return {"scaled": []}
    low, high = min(args.values), max(args.values)
    return {"scaled": [(value - low) / (high - low) for value in args.values]}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__no_spread", Values)
def no_spread(args: Values) -> Any:
    if len(args.values) < 2:
        raise ToolError("Give two values at least.", code="too_few")
    return {"score": args.values[0] / statistics.pstdev(args.values)}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__none_of_it", Item)
def none_of_it(args: Item) -> Any:
    found = next((name for name in PRICES if name == args.item), None)
    return {"name": found.upper()}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__remainder", Share)
def remainder(args: Share) -> Any:
    return {"rest": args.total % (args.people - 7)}


class Period(BaseModel):
    start: date = Field(description="First day.")
    end: date = Field(description="Last day.")


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__same_day", Period)
def same_day(args: Period) -> Any:
    return {"per_day": 100 / (args.end - args.start).days}


class Line(BaseModel):
    quantity: int = Field(description="How many.", ge=0, le=10)
    cents: int = Field(description="Price.", ge=0, le=1000)


class Order(BaseModel):
    lines: list[Line] = Field(description="Lines of the order.", min_length=1, max_length=5)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__deep_field", Order)
def deep_field(args: Order) -> Any:
    return {"per_piece": [line.cents / line.quantity for line in args.lines]}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__async_index", Values)
async def async_index(args: Values) -> Any:
    return {"last": args.values[-1]}


executor_option = breaks("valid_calls_do_not_crash")(
    FnToolExecutor(
        "valid_calls_do_not_crash__executor_option",
        lambda arguments: {"limit": arguments["limit"] + 1},
        description="Broken.",
        input_schema={"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": False},
    )
)


legacy_tags = breaks("valid_calls_do_not_crash")(
    LegacyTool.from_mapping(
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
)


class Escaped(BaseModel):
    text: str = Field(description="Text with escapes as in JSON.", max_length=200)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__half_a_character", Escaped)
def half_a_character(args: Escaped) -> dict[str, Any]:
    try:
        text = str(json.loads('"' + args.text.replace('"', "'") + '"'))
    except ValueError:
        return {"error": "no_escape", "message": "JSON knows no such escape."}
    return {"bytes": len(text.encode())}


class Prices(BaseModel):
    prices: list[float] = Field(description="Prices.", min_length=1, max_length=50)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__spread_of_one", Prices)
def spread_of_one(args: Prices) -> Any:
    if not all(map(math.isfinite, args.prices)):
        raise ToolError("Prices are finite.", code="not_finite")
    return {"spread": statistics.stdev(min(max(price, -1e9), 1e9) for price in args.prices)}


class Cursor(BaseModel):
    cursor: int = Field(default=0, description="0, or the next value of the page before.", ge=0, le=1_000_000)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__unknown_cursor", Cursor)
def unknown_cursor(args: Cursor) -> Any:
    numbers = [3, 5, 8]
    start = numbers.index(args.cursor) + 1 if args.cursor else 0
    return {"numbers": numbers[start : start + 2]}


class Born(BaseModel):
    born: date = Field(description="Date of birth, as YYYY-MM-DD.")
    year: int = Field(description="Year of the birthday.", ge=1900, le=2100)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__leap_day", Born)
def leap_day(args: Born) -> Any:
    return {"birthday": args.born.replace(year=args.year).isoformat()}


class Digits(BaseModel):
    digits: str = Field(description="Digits to spell.", pattern=r"^\d+$", max_length=20)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__digits_of_another_script", Digits)
def digits_of_another_script(args: Digits) -> Any:
    spelled = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))
    return {"words": [spelled[digit] for digit in args.digits]}


class Feed(BaseModel):
    feed: str = Field(description="A feed.", max_length=2000)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__no_channel", Feed)
def no_channel(args: Feed) -> Any:
    try:
        root = ET.fromstring(args.feed)
    except ET.ParseError:
        raise ToolError("That is no feed.", code="no_feed") from None
    return {"title": root.find("channel").findtext("title", "")}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__order_without_lines", Feed)
def order_without_lines(args: Feed) -> Any:
    try:
        order = json.loads(args.feed)
    except ValueError:
        raise ToolError("That is no order.", code="no_order") from None
    if not isinstance(order, dict):
        raise ToolError("An order is an object.", code="no_order")
    return {"count": len(order.get("lines", ()))}


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__not_a_number", Feed)
def not_a_number(args: Feed) -> Any:
    try:
        number = float(args.feed)
    except ValueError:
        raise ToolError("That is no number.", code="no_number") from None
    return {"whole": round(number)}


class Level(BaseModel):
    level: float = Field(description="Level.", ge=0, le=100)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__logarithm", Level)
def logarithm(args: Level) -> Any:
    return {"decibels": round(20 * math.log10(args.level), 2)}


class Pages(BaseModel):
    pages: str = Field(description="Number of pages.", max_length=9)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__digit_that_is_none", Pages)
def digit_that_is_none(args: Pages) -> Any:
    if not args.pages.isdigit():
        raise ToolError("That is no number.", code="no_number")
    return {"pages": int(args.pages)}


class Visit(BaseModel):
    title: str = Field(description="What it is about.", max_length=40)
    start: datetime = Field(description="When it starts.")


class Visits(BaseModel):
    visits: list[Visit] = Field(description="The visits.", min_length=1, max_length=20)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__moments_of_two_kinds", Visits)
def moments_of_two_kinds(args: Visits) -> Any:
    return {"titles": [visit.title for visit in sorted(args.visits, key=lambda visit: visit.start)]}


class Cursor2(BaseModel):
    cursor: str = Field("", description="Where the last page ended.", max_length=200)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__cursor_without_place", Cursor2)
def cursor_without_place(args: Cursor2) -> Any:
    try:
        start = json.loads(base64.urlsafe_b64decode(args.cursor)) if args.cursor else {"offset": 0}
    except ValueError:
        raise ToolError("The cursor is none of ours.", code="bad_cursor") from None
    return {"items": list(PRICES)[start["offset"] :][:5]}


class Document(BaseModel):
    document: str = Field(description="A JSON document.", max_length=20_000)


@breaks("valid_calls_do_not_crash")
@tool("valid_calls_do_not_crash__brackets_in_brackets", Document)
def brackets_in_brackets(args: Document) -> Any:
    try:
        return {"kind": type(json.loads(args.document)).__name__}
    except ValueError:
        raise ToolError("That is no JSON.", code="bad_json") from None
