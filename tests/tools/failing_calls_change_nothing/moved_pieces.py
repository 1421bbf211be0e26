"""Tools that move pieces from one record to another; both are there before the tools are called."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class CratesArgs(BaseModel):
    """Bottles that go from one crate into another."""

    emptied: int = Field(ge=1, le=9_999, description="Number on the crate to take from, e.g. 12.")
    filled: int = Field(ge=1, le=9_999, description="Number on the crate to put into, e.g. 31.")
    bottles: int = Field(ge=1, le=5_000, description="How many bottles.")


class RoomsArgs(BaseModel):
    """Chairs that go from one room into another."""

    giver: str = Field(pattern="^[a-z]{3,12}$", description="The room that has chairs to spare, e.g. aula.")
    taker: str = Field(pattern="^[a-z]{3,12}$", description="The room that needs chairs, e.g. attic.")
    chairs: int = Field(ge=1, le=5_000, description="How many chairs.")


def _take(cellar: sqlite3.Connection, number: int, bottles: int) -> None:
    found = cellar.execute("SELECT bottles FROM crates WHERE mark = ?", (number,)).fetchone()
    if found is None or found[0] < bottles:
        raise ValueError("The crate does not hold that many.")
    cellar.execute("UPDATE crates SET bottles = bottles - ? WHERE mark = ?", (bottles, number))


def _put(cellar: sqlite3.Connection, number: int, bottles: int) -> None:
    found = cellar.execute("SELECT places - bottles FROM crates WHERE mark = ?", (number,)).fetchone()
    if found is None or found[0] < bottles:
        raise ValueError("The crate has no room.")
    cellar.execute("UPDATE crates SET bottles = bottles + ? WHERE mark = ?", (bottles, number))


@breaks("failing_calls_change_nothing")
@forge_tool(args_schema=CratesArgs, tier="write", workspace_root_aware=True, register=False)
def rearrange_crates(args: CratesArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Take bottles from a crate of cellar.db and put them into another one."""
    path = (workspace_root or Path()) / "cellar.db"
    if not path.is_file() or args.emptied == args.filled:
        return {"error": "no_crates", "message": "There are no two such crates."}
    try:
        with closing(sqlite3.connect(path)) as cellar:
            _take(cellar, args.emptied, args.bottles)
            cellar.commit()
            _put(cellar, args.filled, args.bottles)
            cellar.commit()
    except (sqlite3.Error, ValueError, TypeError):
        return {"error": "not_moved", "message": "One of the crates is unknown, too empty or too full."}
    return {"moved": args.bottles}


@keeps("failing_calls_change_nothing", judged=True)
@forge_tool(args_schema=CratesArgs, tier="write", workspace_root_aware=True, register=False)
def exchange_crates(args: CratesArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Take bottles from a crate of cellar.db and put them into another one."""
    path = (workspace_root or Path()) / "cellar.db"
    if not path.is_file() or args.emptied == args.filled:
        return {"error": "no_crates", "message": "There are no two such crates."}
    try:
        with closing(sqlite3.connect(path)) as cellar, cellar:
            _take(cellar, args.emptied, args.bottles)
            _put(cellar, args.filled, args.bottles)
    except (sqlite3.Error, ValueError, TypeError):
        return {"error": "not_moved", "message": "One of the crates is unknown, too empty or too full."}
    return {"moved": args.bottles}


@breaks("failing_calls_change_nothing")
@forge_tool(args_schema=RoomsArgs, tier="write", workspace_root_aware=True, register=False)
def lend_chairs(args: RoomsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Carry chairs from one room of house.sqlite into another."""
    path = (workspace_root or Path()) / "house.sqlite"
    if not path.is_file() or args.giver == args.taker:
        return {"error": "no_rooms", "message": "There are no two such rooms."}
    change = "UPDATE rooms SET seats = seats + :more WHERE door = :door AND seats + :more >= 0"
    try:
        for door, more in ((args.giver, -args.chairs), (args.taker, args.chairs)):
            with closing(sqlite3.connect(path)) as house, house:
                if house.execute(change, {"more": more, "door": door}).rowcount != 1:
                    return {"error": "no_chairs", "message": "A room is unknown, or has too few chairs."}
    except sqlite3.Error:
        return {"error": "no_house", "message": "The list of rooms cannot be read."}
    return {"carried": args.chairs}


@keeps("failing_calls_change_nothing", judged=True)
@forge_tool(args_schema=RoomsArgs, tier="write", workspace_root_aware=True, register=False)
def carry_chairs(args: RoomsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Carry chairs from one room of house.sqlite into another, once both are known."""
    path = (workspace_root or Path()) / "house.sqlite"
    if not path.is_file() or args.giver == args.taker:
        return {"error": "no_rooms", "message": "There are no two such rooms."}
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as house:
            held = [house.execute("SELECT seats FROM rooms WHERE door = ?", (door,)).fetchone()
                    for door in (args.giver, args.taker)]  # fmt: skip
            if None in held or held[0][0] < args.chairs:
                return {"error": "no_chairs", "message": "A room is unknown, or has too few chairs."}
            for door, more in ((args.giver, -args.chairs), (args.taker, args.chairs)):
                house.execute("UPDATE rooms SET seats = seats + ? WHERE door = ?", (more, door))
    except (sqlite3.Error, TypeError):
        return {"error": "no_house", "message": "The list of rooms cannot be read."}
    return {"carried": args.chairs}


def _shelf(shelves: list[dict[str, Any]], tag: str) -> dict[str, Any]:
    for shelf in shelves:
        if shelf["tag"].lower() == tag:
            return shelf
    raise KeyError(tag)


def _stacked(shelf: dict[str, Any], books: int) -> int:
    count: int = shelf["books"] + books
    if not 0 <= count <= shelf["most"]:
        raise ValueError("The shelf has no room.")
    return count


@breaks("failing_calls_change_nothing")
@forge_tool(args_schema=RoomsArgs, tier="write", workspace_root_aware=True, register=False)
def shift_books(args: RoomsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Move as many books as there are chairs from the shelf of one room to that of another."""
    path = (workspace_root or Path()) / "shelves.json"
    try:
        shelves = json.loads(path.read_text())["shelves"]
        for tag, books in ((args.giver, -args.chairs), (args.taker, args.chairs)):
            shelf = _shelf(shelves, tag)
            shelf["books"] = _stacked(shelf, books)
            path.write_text(json.dumps({"shelves": shelves}))
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "not_moved", "message": "A shelf is unknown, or too full."}
    return {"moved": args.chairs}


@keeps("failing_calls_change_nothing", judged=True)
@forge_tool(args_schema=RoomsArgs, tier="write", workspace_root_aware=True, register=False)
def rearrange_books(args: RoomsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Move as many books as there are chairs from the shelf of one room to that of another."""
    path = (workspace_root or Path()) / "shelves.json"
    try:
        shelves = json.loads(path.read_text())["shelves"]
        for tag, books in ((args.giver, -args.chairs), (args.taker, args.chairs)):
            shelf = _shelf(shelves, tag)
            shelf["books"] = _stacked(shelf, books)
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "not_moved", "message": "A shelf is unknown, or too full."}
    path.write_text(json.dumps({"shelves": shelves}))
    return {"moved": args.chairs}
