"""Tools that give a period to one caller alone, and look for the ones that are taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

Rows = list[list[str]]


class CourtArgs(BaseModel):
    begin: str = Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$", description="When play begins, as YYYY-MM-DD HH:MM.")
    end: str = Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$", description="When it ends.")


class CabinArgs(BaseModel):
    arrival: date = Field(description="The first night.")
    departure: date = Field(description="The day after the last night.")


def _kept(name: str) -> Rows:
    path = Path(name)
    return json.loads(path.read_text()) if path.exists() else []


def _moments(args: CourtArgs) -> list[str]:
    if datetime.strptime(args.begin, "%Y-%m-%d %H:%M") >= datetime.strptime(args.end, "%Y-%m-%d %H:%M"):
        raise ValueError("The end must lie after the beginning.")
    return [args.begin, args.end]


def _take(name: str, period: list[str], is_taken: Callable[[list[str]], bool]) -> dict:
    rows = _kept(name)
    if any(is_taken(other) for other in rows):
        raise ValueError("Something else is there at that time.")
    Path(name).write_text(json.dumps([*rows, period]))
    return {"taken": " to ".join(period)}


@breaks("failure_is_not_success")
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def take_court(args: CourtArgs) -> dict:
    """Take a tennis court, which nobody else may have at that time."""
    begin, end = _moments(args)
    return _take("courts.json", [begin, end], lambda o: o[0] <= begin < o[1] or o[0] < end <= o[1])


@breaks("failure_is_not_success")
@forge_tool(args_schema=CabinArgs, tier="write", register=False)
def take_cabin(args: CabinArgs) -> dict:
    """Take a cabin for some nights."""
    first, last = args.arrival.isoformat(), args.departure.isoformat()
    if first >= last:
        raise ValueError("A stay has one night at least.")
    return _take("cabins.json", [first, last], lambda o: o[0] <= first < o[1] or first < o[0] < last < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def take_field(args: CourtArgs) -> dict:
    """Take a football field, which nobody else may have at that time."""
    begin, end = _moments(args)
    return _take("fields.json", [begin, end], lambda o: o[0] < end and begin < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def close_road(args: CourtArgs) -> dict:
    """Close a road; a longer closure takes the place of those within it."""
    begin, end = _moments(args)
    rows = [row for row in _kept("roads.json") if not (begin <= row[0] and row[1] <= end)]
    Path("roads.json").write_text(json.dumps(rows))
    return _take("roads.json", [begin, end], lambda o: o[0] < end and begin < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def cover_shift(args: CourtArgs) -> dict:
    """Note who is there; what is covered already is refused."""
    begin, end = _moments(args)
    return _take("shifts.json", [begin, end], lambda o: o[0] <= begin and end <= o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def nest_event(args: CourtArgs) -> dict:
    """Add an event to the programme; one may lie within another, but must not begin in it and end after it."""
    begin, end = _moments(args)
    crosses = [begin, end]
    return _take(
        "events.json", crosses, lambda o: o[0] == begin or o[0] < begin < o[1] < end or begin < o[0] < end < o[1]
    )
