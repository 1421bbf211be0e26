"""Lists that promise steady pages while entries come and go, with cursors that count entries, or name the last one."""

from __future__ import annotations

import itertools
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_KITES: list[dict[str, Any]] = []
_NUMBERS = itertools.count(1)


class Kite(BaseModel):
    colour: str = Field(max_length=40, description="Its colour.")


class Number(BaseModel):
    number: int = Field(ge=1, description="The number of the kite.")


class Page(BaseModel):
    most: int = Field(default=20, description="Kites of a page.", ge=1, le=100)
    cursor: int = Field(default=0, description="The next_cursor of the page before.", ge=0)


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Kite, tier="write", register=False)
def add_kite(args: Kite) -> dict[str, Any]:
    """Enter a kite."""
    _KITES.append({"number": next(_NUMBERS), **args.model_dump()})
    return _KITES[-1]


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Number, tier="write", register=False)
def remove_kite(args: Number) -> dict[str, Any]:
    """Take a kite off the list."""
    found = [kite for kite in _KITES if kite["number"] == args.number]
    if not found:
        raise ValueError("There is no kite with that number.")
    _KITES.remove(found[0])
    return found[0]


def _counted(kites: list[dict[str, Any]], args: Page) -> dict[str, Any]:
    end = args.cursor + args.most
    return {"kites": kites[args.cursor : end], "next_cursor": end if end < len(kites) else None}


def _named(kites: list[dict[str, Any]], args: Page, *, falls: bool) -> dict[str, Any]:
    left = [
        kite
        for kite in kites
        if not args.cursor or (kite["number"] < args.cursor if falls else kite["number"] > args.cursor)
    ]
    page = left[: args.most]
    return {"kites": page, "next_cursor": page[-1]["number"] if len(left) > len(page) else None}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_kites(args: Page) -> dict[str, Any]:
    """List the kites, the oldest first. Kites that are removed between two pages never make others be skipped."""
    return _counted(_KITES, args)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def walk_kites(args: Page) -> dict[str, Any]:
    """List the kites, the oldest first. Kites that are removed between two pages never make others be skipped."""
    return _named(_KITES, args, falls=False)


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def latest_kites(args: Page) -> dict[str, Any]:
    """List the kites, the newest first. The cursor stays valid while new kites are added between pages."""
    return _counted(_KITES[::-1], args)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def newest_kites(args: Page) -> dict[str, Any]:
    """List the kites, the newest first. The cursor stays valid while new kites are added between pages."""
    return _named(_KITES[::-1], args, falls=True)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def browse_kites(args: Page) -> dict[str, Any]:
    """List the kites, the oldest first. A kite that is added or removed between two pages may shift the others."""
    return _counted(_KITES, args)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def kites_by_age(args: Page) -> dict[str, Any]:
    """List the kites, the oldest first. You can add kites while paging: they come last, and each is listed once."""
    return _counted(_KITES, args)
