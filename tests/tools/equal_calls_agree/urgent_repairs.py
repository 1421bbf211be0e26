"""Lists in pages, sorted by what a record need not have: how urgent a repair is, and which of them are pinned."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_BOATS: dict[int, str] = {}
_REPAIRS: list[dict[str, Any]] = []
_ORDER = {"storm": 0, "soon": 1, "winter": 2}


class Boat(BaseModel):
    name: str = Field(min_length=1, max_length=60, description="Name of the boat.")


class Repair(BaseModel):
    boat_id: int = Field(ge=1, le=10**6, description="Number of the boat.")
    what: str = Field(min_length=1, max_length=200, description="What is to be repaired.")
    before: Literal["soon", "winter", "storm"] = Field(default="soon", description="Before what it must be done.")
    is_pinned: bool = Field(default=False, description="Whether it stands above all others.")


class Page(BaseModel):
    per_page: int = Field(default=10, description="Repairs of a page.", ge=1, le=100)
    start: str = Field(default="", description="The next_start of the page before.", max_length=60)


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Boat, tier="write", register=False)
def moor_boat(args: Boat) -> dict[str, Any]:
    """Enter a boat, and return its number."""
    _BOATS[71 + len(_BOATS)] = args.name
    return {"boat_id": 70 + len(_BOATS)}


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Repair, tier="write", register=False)
def note_repair(args: Repair) -> dict[str, Any]:
    """Note a repair of a boat."""
    if args.boat_id not in _BOATS:
        raise ToolError("There is no such boat. Enter it first.", code="boat_not_found")
    repair = {"repair": 1 + len(_REPAIRS), **args.model_dump()}
    _REPAIRS.append(repair)
    return {"repair": repair["repair"]}


def _read(start: str) -> list[int]:
    parts = start.split("-")
    if not all(part.isdecimal() for part in parts):
        raise ToolError("The start is not one of this tool.", code="bad_start")
    return [int(part) for part in parts]


def _page(args: Page, left: list[dict[str, Any]], key: Any) -> dict[str, Any]:
    page = sorted(left, key=key)[: args.per_page]
    last = "-".join(str(int(part)) for part in key(page[-1])) if len(left) > len(page) else None
    return {"repairs": page, "paging": {"next_start": last, "shown": len(page)}}


def _by_haste(repair: dict[str, Any]) -> tuple[int, int]:
    return _ORDER[repair["before"]], repair["repair"]


def _by_pin(repair: dict[str, Any]) -> tuple[int, int]:
    return int(not repair["is_pinned"]), -repair["repair"] + 10**6


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_by_haste(args: Page) -> dict[str, Any]:
    """List all repairs, the most urgent first."""
    left = _REPAIRS
    if args.start:
        haste, number = _read(args.start)
        left = [one for one in left if _by_haste(one)[0] >= haste and one["repair"] > number]
    return _page(args, left, _by_haste)


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_pinned_first(args: Page) -> dict[str, Any]:
    """List all repairs, the pinned ones first, and then the latest."""
    left = _REPAIRS
    if args.start:
        left = [one for one in left if _by_pin(one)[1] > _read(args.start)[-1]]
    return _page(args, left, _by_pin)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def list_by_haste_and_number(args: Page) -> dict[str, Any]:
    """List all repairs, the most urgent first."""
    left = _REPAIRS
    if args.start:
        left = [one for one in left if [*_by_haste(one)] > _read(args.start)]
    return _page(args, left, _by_haste)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def list_pinned_and_others(args: Page) -> dict[str, Any]:
    """List all repairs, the pinned ones first, and then the latest."""
    left = _REPAIRS
    if args.start:
        left = [one for one in left if [*_by_pin(one)] > _read(args.start)]
    return _page(args, left, _by_pin)
