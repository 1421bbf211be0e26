"""Lists in pages whose records may be entered later than they were made, so that their numbers are in another order."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_VOYAGES: list[dict[str, Any]] = []


class Voyage(BaseModel):
    ship: str = Field(max_length=60, description="Name of the ship.")
    day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="Day on which it sailed.", examples=["2024-05-11"])


class Page(BaseModel):
    limit: int = Field(default=20, description="Voyages of a page.", ge=1, le=100)
    cursor: str = Field(default="", description="The next_cursor of the page before.", max_length=40)


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Voyage, tier="write", register=False)
def log_voyage(args: Voyage) -> dict[str, Any]:
    """Enter a voyage, also an earlier one."""
    _VOYAGES.append({"number": len(_VOYAGES) + 1, "ship": args.ship, "day": args.day})
    return _VOYAGES[-1]


def _key(voyage: dict[str, Any]) -> tuple[str, int]:
    return voyage["day"], voyage["number"]


def _edge(cursor: str) -> tuple[str, int]:
    day, _, number = cursor.partition("/")
    if not number.isdecimal():
        raise ToolError("The cursor is not one of this tool.")
    return day, int(number)


def _page(args: Page, left: list[dict[str, Any]]) -> dict[str, Any]:
    page = sorted(left, key=_key)[: args.limit]
    cursor = f"{page[-1]['day']}/{page[-1]['number']}" if len(left) > len(page) else ""
    return {"voyages": page, "next_cursor": cursor}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_voyages(args: Page) -> dict[str, Any]:
    """List all voyages by day, page by page."""
    left = _VOYAGES
    if args.cursor:
        day, number = _edge(args.cursor)
        left = [one for one in left if one["day"] >= day and one["number"] > number]
    return _page(args, left)


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_days_of_voyages(args: Page) -> dict[str, Any]:
    """List all voyages by day, page by page."""
    left = _VOYAGES
    if args.cursor:
        left = [one for one in left if one["day"] > _edge(args.cursor)[0]]
    return _page(args, left)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def list_voyages_in_turn(args: Page) -> dict[str, Any]:
    """List all voyages by day, page by page."""
    left = _VOYAGES
    if args.cursor:
        left = [one for one in left if _key(one) > _edge(args.cursor)]
    return _page(args, left)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def list_ships(args: Page) -> dict[str, Any]:
    """List the ships by their last voyage, page by page: the cursor is the number of ships before the page."""
    start = int(args.cursor) if args.cursor.isdecimal() else 0
    last = {one["ship"]: one for one in sorted(_VOYAGES, key=_key)}
    ships = sorted(last.values(), key=_key)
    page = ships[start : start + args.limit]
    return {"ships": page, "next_cursor": str(start + args.limit) if start + args.limit < len(ships) else ""}
