"""Tools that answer page by page: the next page begins behind the last entry, or behind all that tie with it."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_BIRDS = [("wren", 9), ("tern", 14), ("finch", 14), ("swift", 17), ("crane", 17), ("stork", 17), ("heron", 21)]
_queue = list(_BIRDS)


class Page(BaseModel):
    count: int = Field(default=5, description="Most birds of a page.", ge=1, le=100)
    after: int = Field(default=0, description="The next_after of the page before.", ge=0)


def _told(birds: list[tuple[str, int]], **more: Any) -> dict[str, Any]:
    return {"birds": [{"name": name, "weight": weight} for name, weight in birds], **more}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def birds_after_weight(args: Page) -> dict[str, Any]:
    """List birds by their weight, page by page."""
    left = [bird for bird in _BIRDS if bird[1] > args.after]
    page = left[: args.count]
    return _told(page, next_after=page[-1][1] if len(left) > args.count else None)


class TokenPage(BaseModel):
    page_size: int = Field(default=4, description="Birds of a page, 1 to 50.")
    page_token: str = Field(default="", description="Where the page begins; empty for the first one.")


def _read(token: str) -> list[str]:
    try:
        return base64.urlsafe_b64decode(token).decode().split("/")
    except (ValueError, binascii.Error):
        raise ToolError("The page_token is not one of this tool.") from None


def _page_of(args: TokenPage, left: list[tuple[str, int]]) -> dict[str, Any]:
    if not 1 <= args.page_size <= 50:
        raise ToolError("A page has 1 to 50 birds.")
    page = left[: args.page_size]
    token = base64.urlsafe_b64encode(f"{page[-1][1]}/{page[-1][0]}".encode()).decode() if len(left) > len(page) else ""
    return _told(page, nextPageToken=token)


@breaks("equal_calls_agree")
@forge_tool(args_schema=TokenPage, tier="read", register=False)
def heavy_birds_first(args: TokenPage) -> dict[str, Any]:
    """List birds, the heaviest first."""
    birds = sorted(_BIRDS, key=lambda bird: (-bird[1], bird[0]))
    if args.page_token:
        weight = int(_read(args.page_token)[0])
        birds = [bird for bird in birds if bird[1] < weight]
    return _page_of(args, birds)


@keeps("equal_calls_agree")
@forge_tool(args_schema=TokenPage, tier="read", register=False)
def heavy_birds_with_names(args: TokenPage) -> dict[str, Any]:
    """List birds, the heaviest first."""
    birds = sorted(_BIRDS, key=lambda bird: (-bird[1], bird[0]))
    if args.page_token:
        weight, name = _read(args.page_token)
        birds = [bird for bird in birds if (-bird[1], bird[0]) > (-int(weight), name)]
    return _page_of(args, birds)


class Offset(BaseModel):
    limit: int = Field(default=3, description="Birds of a page.", ge=1, le=100)
    offset: int = Field(default=0, description="Birds to leave out.", ge=0)


@keeps("equal_calls_agree")
@forge_tool(args_schema=Offset, tier="read", register=False)
def birds_from_offset(args: Offset) -> dict[str, Any]:
    """List birds in the order of the book, with the place of each on its page."""
    birds = _BIRDS[args.offset : args.offset + args.limit]
    following = args.offset + args.limit
    told = [{"place": place, "name": name} for place, (name, _) in enumerate(birds, 1)]
    return {"birds": told, "next_offset": following if following < len(_BIRDS) else None}


class Taken(BaseModel):
    limit: int = Field(default=3, description="Birds to take.", ge=1, le=100)
    ticket: int = Field(default=0, description="The next_ticket of the call before.", ge=0)


@keeps("equal_calls_agree")
@forge_tool(args_schema=Taken, tier="write", register=False)
def take_birds_in_turn(args: Taken) -> dict[str, Any]:
    """Take the next birds, which later calls do not get again."""
    taken, _queue[:] = _queue[: args.limit], _queue[args.limit :]
    return _told(taken, next_ticket=args.ticket + 1 if _queue else None)


class Sample(BaseModel):
    limit: int = Field(default=3, description="Birds to show.", ge=1, le=100)
    cursor: str = Field(default="", description="The next_cursor of the call before.")


@keeps("equal_calls_agree")
@forge_tool(args_schema=Sample, tier="read", register=False)
def heaviest_bird_of_each_page(args: Sample) -> dict[str, Any]:
    """Show pages of birds with their number, each with the number of birds left."""
    start = int(args.cursor) if args.cursor.isdigit() else 0
    page = _BIRDS[start : start + args.limit]
    left = len(_BIRDS) - start - len(page)
    return {
        "birds": [{"name": name, "left": left} for name, _ in page],
        "next_cursor": str(start + len(page)) if left > 0 else "",
    }
