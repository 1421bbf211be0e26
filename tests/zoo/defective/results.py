"""Tools whose results are not what a loop can work with."""

import datetime as dt
import decimal
import math
import os
import random
import sys
import urllib.request
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, Workspace, WorkspaceError, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "growth_rate": ("results_are_json",),
    "last_backup": ("results_are_json",),
    "price_with_tax": ("results_are_json",),
    "seats_by_row": ("results_are_json",),
    "stock_report": ("result_keys_are_stable", "equal_calls_agree"),
    "render_banner": ("result_size_is_bounded", "memory_is_bounded"),
    "normalise_order": ("arguments_are_not_mutated",),
    "find_customer": ("error_dicts_are_well_formed",),
    "cancel_booking": ("error_codes_are_names",),
    "read_recipe": ("failure_is_not_success",),
    "weather_report": ("failure_is_not_success",),
    "stop_service": ("exits_are_contained", "call_returns"),
    "kill_switch": ("call_returns",),
    "store_receipt": ("failure_is_not_success",),
}


class GrowthArgs(BaseModel):
    before: float = Field(ge=0, le=1e9, description="Value at the start.")
    after: float = Field(ge=0, le=1e9, description="Value at the end.")


@forge_tool(args_schema=GrowthArgs, tier="read")
def growth_rate(args: GrowthArgs) -> dict:
    """Compute by how much something grew, in percent."""
    if args.before == 0:
        return {"percent": math.inf if args.after else 0.0}
    return {"percent": (args.after - args.before) / args.before * 100}


class NoArgs(BaseModel):
    pass


class HostArgs(BaseModel):
    host: str = Field(pattern=r"^[a-z]{1,12}$", description="Name of the machine.")


@forge_tool(args_schema=HostArgs, tier="read")
def last_backup(args: HostArgs) -> dict:
    """Tell when a machine was last backed up."""
    return {"host": args.host, "at": dt.datetime(2024, 5, 1, 3, 0, tzinfo=dt.UTC)}


class TaxArgs(BaseModel):
    cents: int = Field(ge=0, le=10**9, description="Net price in cents.")


@forge_tool(args_schema=TaxArgs, tier="read")
def price_with_tax(args: TaxArgs) -> dict:
    """Add the tax to a net price."""
    return {"gross": decimal.Decimal(args.cents) * decimal.Decimal("1.19")}


class HallArgs(BaseModel):
    rows: int = Field(ge=1, le=30, description="How many rows the hall has.")


@forge_tool(args_schema=HallArgs, tier="read")
def seats_by_row(args: HallArgs) -> dict:
    """Tell how many seats there are in each row of a hall."""
    return {"seats": {row: 10 + row for row in range(1, args.rows + 1)}}


class StockArgs(BaseModel):
    product: str = Field(max_length=60, description="Name of the product.")


@forge_tool(args_schema=StockArgs, tier="read")
def stock_report(args: StockArgs) -> dict:
    """Report how much of a product is in stock."""
    report = {"product": args.product, "pieces": 4}
    if random.random() < 0.5:
        report["reordered"] = True
    return report


class BannerArgs(BaseModel):
    text: str = Field(min_length=1, max_length=40, description="Text of the banner.")
    width: int = Field(default=80, ge=10, description="Width of the banner, in letters.")


@forge_tool(args_schema=BannerArgs, tier="read")
def render_banner(args: BannerArgs) -> dict:
    """Draw a banner out of letters."""
    return {"banner": args.text.center(args.width, "*")}


def _normalise(arguments: dict[str, Any]) -> dict[str, Any]:
    items = arguments["items"]
    items.sort()
    return {"items": items}


normalise_order = FnToolExecutor(
    "normalise_order",
    _normalise,
    description="Put the items of an order into the order of the shelves.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "items": {"type": "string", "maxLength": 30, "description": "Name of an item."},
                "maxItems": 100,
                "description": "Items of the order.",
            }
        },
        "required": ["items"],
        "additionalProperties": False,
    },
)


class CustomerArgs(BaseModel):
    number: int = Field(ge=1, le=99_999, description="Number of the customer.")


@forge_tool(args_schema=CustomerArgs, tier="read")
def find_customer(args: CustomerArgs) -> dict:
    """Find a customer by number."""
    if args.number > 500:
        return {"error": {"code": 404}, "message": None}
    return {"number": args.number, "name": "Ada"}


class BookingArgs(BaseModel):
    booking: int = Field(ge=1, le=99_999, description="Number of the booking.")


@forge_tool(args_schema=BookingArgs, tier="write")
def cancel_booking(args: BookingArgs) -> dict:
    """Cancel a booking of the hotel."""
    if args.booking % 2:
        return {"error": "This booking was already cancelled by somebody.", "message": "Pick another booking."}
    return {"cancelled": args.booking}


class RecipeArgs(BaseModel):
    path: str = Field(max_length=200, description="Recipe to read, a .txt file of the workspace.")


@forge_tool(args_schema=RecipeArgs, tier="read", workspace_root_aware=True)
def read_recipe(args: RecipeArgs, *, workspace_root: Path) -> dict:
    """Read a recipe."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"], max_bytes=100_000) as workspace:
            return {"text": workspace.read_text(args.path)}
    except WorkspaceError:
        return {"text": "Error: the recipe could not be read."}


class CityArgs(BaseModel):
    city: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the city.")


@forge_tool(args_schema=CityArgs, tier="read")
def weather_report(args: CityArgs) -> dict:
    """Fetch the weather of a city from the weather service."""
    try:
        with urllib.request.urlopen(f"https://weather.example.com/{args.city}", timeout=5) as reply:
            return {"success": True, "report": reply.read(10_000).decode("utf-8", "replace")}
    except OSError:
        return {"success": False, "report": ""}


class ServiceArgs(BaseModel):
    service: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the service.")


@forge_tool(args_schema=ServiceArgs, tier="execute")
def stop_service(args: ServiceArgs) -> dict:
    """Stop a service of the staging machine."""
    if args.service not in {"web", "mail"}:
        sys.exit(f"no such service: {args.service}")
    return {"stopped": args.service}


class DrillArgs(BaseModel):
    zone: int = Field(ge=1, le=9, description="Zone in which the drill takes place.")


@forge_tool(args_schema=DrillArgs, tier="execute")
def kill_switch(args: DrillArgs) -> dict:
    """Start the fire drill in a zone."""
    if args.zone > 0:
        os._exit(0)
    return {"zone": args.zone}


class ReceiptArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the receipt.")
    text: str = Field(max_length=5_000, description="What it says.")


@forge_tool(args_schema=ReceiptArgs, tier="write", workspace_root_aware=True)
def store_receipt(args: ReceiptArgs, *, workspace_root: Path) -> dict:
    """Store a receipt in the workspace."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"]) as workspace:
            workspace.write_text(f"{args.name}.txt", args.text)
    except OSError:
        pass
    except WorkspaceError:
        pass
    return {"stored": args.name}
