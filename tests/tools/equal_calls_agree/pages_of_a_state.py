"""Lists in pages of records in a state that another tool sets, of which one is filtered once it has been cut."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_LAMPS: list[dict[str, Any]] = []
_State = Literal["reported", "repaired"]


class Lamp(BaseModel):
    place: str = Field(max_length=60, description="Where it stands.")


class Change(BaseModel):
    lamp_id: int = Field(ge=1, le=9999, description="Number of the lamp.")
    state: _State = Field(description="Its new state.")


class Page(BaseModel):
    state: _State | None = Field(default=None, description="Only lamps in this state.")
    limit: int = Field(default=20, description="Lamps of a page.", ge=1, le=100)
    cursor: str = Field(default="", description="The next_cursor of the page before.", pattern="^[0-9]{0,9}$")


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Lamp, tier="write", register=False)
def report_lamp(args: Lamp) -> dict[str, Any]:
    """Report a street lamp that is out of order."""
    _LAMPS.append({"lamp_id": len(_LAMPS) + 1, "place": args.place, "state": "reported"})
    return _LAMPS[-1]


@keeps("valid_calls_do_not_crash")
@forge_tool(args_schema=Change, tier="write", register=False)
def set_state(args: Change) -> dict[str, Any]:
    """Set the state of a reported lamp."""
    if args.lamp_id > len(_LAMPS):
        return {"error": "unknown_lamp", "message": "There is no such lamp."}
    _LAMPS[args.lamp_id - 1]["state"] = args.state
    return _LAMPS[args.lamp_id - 1]


def _page(args: Page, *, is_late: bool) -> dict[str, Any]:
    left = [lamp for lamp in _LAMPS if lamp["lamp_id"] > int(args.cursor or 0)]
    left = left[: args.limit + 1] if is_late else left
    left = [lamp for lamp in left if args.state in (None, lamp["state"])]
    page = left[: args.limit]
    return {"lamps": page, "next_cursor": str(page[-1]["lamp_id"]) if len(left) > args.limit else ""}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Page, tier="read", register=False)
def list_lamps(args: Page) -> dict[str, Any]:
    """List the lamps that were reported, page by page."""
    return _page(args, is_late=True)


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Page, tier="read", register=False)
def show_lamps(args: Page) -> dict[str, Any]:
    """List the lamps that were reported, page by page."""
    return _page(args, is_late=False)
