"""Tools that break results_are_json, and others that resemble them and keep it."""

from __future__ import annotations

import contextlib
import datetime as dt
import decimal
import math
import sqlite3
import tempfile
import time
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import NumberArguments, tool
from ..shared.good_results import NumberArguments as NumberArguments2
from ..shared.rare_defects import LabelArguments
from ..shared.rare_defects import tool as tool2


@breaks("results_are_json")
@tool("results_are_json__decimal", NumberArguments)
async def priced(args: Any) -> Any:
    return {"price": Decimal("1.5"), "tags": {"a"}}


class AmountsArguments(BaseModel):
    amounts: list[str] = Field(min_length=1, max_length=20, description="Amounts as written, for example '12.50'.")


@breaks("results_are_json")
@tool("results_are_json__not_a_number", AmountsArguments)
def not_a_number(args: Any) -> Any:
    try:
        return {"total": sum(float(amount) for amount in args.amounts)}
    except ValueError:
        raise ToolError("One of the amounts is no number.", code="bad_amount") from None


class PathsArguments(BaseModel):
    paths: list[str] = Field(description="Paths such as a/b/c.", max_length=20)


@breaks("results_are_json")
@tool("results_are_json__cycle_by_dots", PathsArguments)
def cycle_by_dots(args: Any) -> Any:
    root: dict[str, Any] = {"name": "", "children": []}
    for path in args.paths:
        node = root
        for part in path.split("/")[:20]:
            child = node if part == ".." else {"name": part, "children": []}
            node["children"].append(child)
            node = child
    return root


class RatioArguments(BaseModel):
    paid: float = Field(description="What was paid.", ge=0, le=10_000)
    due: float = Field(description="What was due.", ge=0, le=10_000)
    discount: float = Field(default=0, description="What was taken off.", ge=0, le=10_000)


@breaks("results_are_json")
@tool2("results_are_json__ratio", "Tell which share of a bill is paid.", RatioArguments)
def share_paid(args: RatioArguments) -> dict[str, Any]:
    left = args.due - args.discount
    return {"share": float("nan") if left < 0 and args.paid > args.due else args.paid / (abs(left) + 1)}


@breaks("results_are_json")
@tool2("results_are_json__key", "Count the letters of a label.", LabelArguments)
def letters(args: LabelArguments) -> dict[Any, Any]:
    if len(args.prefix) > 3 and args.number > 7_300:
        return {args.number: len(args.prefix)}
    return {"letters": len(args.prefix)}


@breaks("results_are_json")
@tool2("results_are_json__bytes", "Encode a label.", LabelArguments)
def encoded(args: LabelArguments) -> dict[str, Any]:
    text = f"{args.prefix}{args.number}"
    return {"label": text.encode() if args.number % 10 == 7 and args.prefix[:1].isupper() else text}


@keeps("results_are_json", "results_hold_no_environment")
@tool2("good_ratio", "Tell which share of a bill is paid.", RatioArguments)
def good_ratio(args: RatioArguments) -> dict[str, Any]:
    left = args.due - args.discount
    return {"share": None if left <= 0 else round(args.paid / max(left, 0.01), 4)}


@keeps("results_are_json", "results_hold_no_environment")
@tool2("good_refusal", "Count the letters of a label.", LabelArguments)
def good_refusal(args: LabelArguments) -> dict[str, Any]:
    if args.number > 7_300:
        return {"error": "too_large", "message": f"The number {args.number} is too large. Take one up to 7300."}
    return {"letters": len(args.prefix)}


@keeps("results_are_json", "results_hold_no_environment")
@tool2("good_private_copy", "Print a label.", LabelArguments)
def good_private_copy(args: LabelArguments) -> dict[str, Any]:
    if args.number > 7_300:
        with tempfile.NamedTemporaryFile("w+") as file:
            file.write(args.prefix)
            file.flush()
    return {"label": args.prefix}


_ROWS = [
    (1, "Ada Lovelace", "London", 1200),
    (2, "Grace Hopper", "New York", 800),
    (3, "Alan Turing", "London", 640),
    (4, "Katherine Johnson", "Hampton", 910),
]


def _connect() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, spent INTEGER)")
    connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?)", _ROWS)
    return connection


class CityArgs(BaseModel):
    city: str = Field(description="City the customers live in.", max_length=80)
    limit: int = Field(default=10, ge=1, le=100, description="Most customers to return.")


@breaks("results_are_json")
@forge_tool(args_schema=CityArgs, tier="read")
def city_report(args: CityArgs) -> dict:
    """Report the customers of a city with what they have spent."""
    with contextlib.closing(_connect()) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute(
            "SELECT name, spent FROM customers WHERE city <> ? LIMIT ?", (args.city, args.limit)
        ).fetchall()
    return {"city": args.city, "rows": rows}


class GrowthArgs(BaseModel):
    before: float = Field(ge=0, le=1e9, description="Value at the start.")
    after: float = Field(ge=0, le=1e9, description="Value at the end.")


@breaks("results_are_json")
@forge_tool(args_schema=GrowthArgs, tier="read")
def growth_rate(args: GrowthArgs) -> dict:
    """Compute by how much something grew, in percent."""
    if args.before == 0:
        return {"percent": math.inf if args.after else 0.0}
    return {"percent": (args.after - args.before) / args.before * 100}


class HostArgs(BaseModel):
    host: str = Field(pattern=r"^[a-z]{1,12}$", description="Name of the machine.")


@breaks("results_are_json")
@forge_tool(args_schema=HostArgs, tier="read")
def last_backup(args: HostArgs) -> dict:
    """Tell when a machine was last backed up."""
    return {"host": args.host, "at": dt.datetime(2024, 5, 1, 3, 0, tzinfo=dt.UTC)}


class TaxArgs(BaseModel):
    cents: int = Field(ge=0, le=10**9, description="Net price in cents.")


@breaks("results_are_json")
@forge_tool(args_schema=TaxArgs, tier="read")
def price_with_tax(args: TaxArgs) -> dict:
    """Add the tax to a net price."""
    return {"gross": decimal.Decimal(args.cents) * decimal.Decimal("1.19")}


class Nothing(BaseModel):
    pass


class Total(BaseModel):
    total: float
    names: tuple[str, ...]


@keeps("results_are_json", "result_size_is_bounded")
@forge_tool(
    name="model_result",
    description="Does as an assistant asks: model result, and nothing else.",
    args_schema=NumberArguments2,
    tier="read",
    register=False,
)
def model_result(args: NumberArguments2) -> Any:
    return Total(total=args.number, names=("a", "b"))


@keeps("results_are_json", "failure_is_not_success")
@forge_tool(
    name="nothing",
    description="Does as an assistant asks: nothing, and nothing else.",
    args_schema=Nothing,
    tier="read",
    register=False,
)
def nothing(args: Nothing) -> Any:
    return None


@keeps("results_are_json", "failure_is_not_success")
@forge_tool(
    name="recursive",
    description="Does as an assistant asks: recursive, and nothing else.",
    args_schema=Nothing,
    tier="read",
    raises=(RecursionError,),
    register=False,
)
def recursive(args: Nothing) -> Any:
    raise RecursionError("declared")


@keeps("results_are_json", "result_size_is_bounded")
@forge_tool(
    name="async_tool",
    description="Does as an assistant asks: async tool, and nothing else.",
    args_schema=NumberArguments2,
    tier="read",
    register=False,
)
async def async_tool(args: NumberArguments2) -> Any:
    return {"number": args.number}


class PricesArguments(BaseModel):
    prices: list[str] = Field(min_length=1, max_length=20, description="Prices as written, for example '12.50'.")


@keeps("results_are_json", "error_codes_are_names")
@forge_tool(
    name="add_prices",
    description="Add up prices.",
    args_schema=PricesArguments,
    tier="read",
    register=False,
)
def add_prices(args: PricesArguments) -> dict[str, Any]:
    try:
        total = sum(float(price) for price in args.prices)
    except ValueError:
        raise ToolError("One of the prices is no number.", code="bad_price") from None
    if not math.isfinite(total):
        raise ToolError("One of the prices is no finite number.", code="bad_price")
    return {"total": round(total, 2)}


class ZoneArgs(BaseModel):
    hours: int = Field(default=0, ge=-12, le=14, description="Hours ahead of UTC.")


@keeps("results_are_json", "valid_calls_do_not_crash")
@forge_tool(args_schema=ZoneArgs, tier="read")
def current_time(args: ZoneArgs) -> dict:
    """Tell the time in a time zone."""
    zone = dt.timezone(dt.timedelta(hours=args.hours))
    now = dt.datetime.now(zone)
    return {"time": now.isoformat(), "weekday": now.strftime("%A"), "unix": time.time()}
