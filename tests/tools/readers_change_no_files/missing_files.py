"""Functions that read a file, a folder or a database that may be missing."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Number = Annotated[int, Field(ge=1, le=1_000_000, description="Number of the tree.")]
Height = Annotated[int, Field(ge=1, le=100, description="Smallest height in metres.")]


def _tree(connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    row = connection.execute("SELECT species FROM trees WHERE number = ?", (number,)).fetchone()
    return {"number": number, "species": row and str(row[0])[:40]}


@breaks("readers_change_no_files")
def tree_of_park(number: Number) -> dict[str, Any]:
    """Show a tree of the park. Reads only, nothing is changed."""
    try:
        with contextlib.closing(sqlite3.connect("park/trees.db", timeout=1)) as connection:
            return _tree(connection, number)
    except sqlite3.Error:
        raise ValueError("the list of trees cannot be read") from None


@keeps("readers_change_no_files", judged=True)
def tree_of_wood(number: Number) -> dict[str, Any]:
    """Show a tree of the wood. Reads only, nothing is changed."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{Path('wood/trees.db').resolve().as_uri()}?mode=ro", uri=True)
        ) as connection:
            return _tree(connection, number)
    except sqlite3.Error:
        raise ValueError("the list of trees cannot be read") from None


@keeps("readers_change_no_files", judged=True)
def tree_of_garden(number: Number) -> dict[str, Any]:
    """Show a tree of the garden. Reads only, nothing is changed."""
    if not Path("garden/trees.db").is_file():
        raise ValueError("there is no list of trees")
    try:
        with contextlib.closing(sqlite3.connect("garden/trees.db", timeout=1)) as connection:
            return _tree(connection, number)
    except sqlite3.Error:
        raise ValueError("the list of trees cannot be read") from None


@breaks("readers_change_no_files")
def tall_trees(height: Height) -> dict[str, Any]:
    """Show the trees from a height on. Reads only, nothing is changed."""
    try:
        with Path("survey/heights.txt").open("a+", encoding="utf-8") as heights:
            heights.seek(0)
            lines = heights.read(10_000).splitlines()
    except (OSError, ValueError):
        raise ValueError("the survey cannot be read") from None
    return {"trees": [line[:40] for line in lines if line.isdecimal() and int(line[:9]) >= height][:100]}


@keeps("readers_change_no_files", judged=True)
def tall_hedges(height: Height) -> dict[str, Any]:
    """Show the hedges from a height on. Reads only, nothing is changed."""
    try:
        lines = Path("survey/hedges.txt").read_text(encoding="utf-8")[:10_000].splitlines()
    except (OSError, ValueError):
        raise ValueError("the survey cannot be read") from None
    return {"hedges": [line[:40] for line in lines if line.isdecimal() and int(line[:9]) >= height][:100]}


@breaks("readers_change_no_files")
def plans_of_park(most: Annotated[int, Field(ge=1, le=50, description="How many.")] = 10) -> dict[str, Any]:
    """Show the names of the plans. Reads only, nothing is changed."""
    plans = Path("plans")
    try:
        plans.mkdir(exist_ok=True)
        return {"plans": sorted(path.name for path in plans.iterdir())[:most]}
    except OSError:
        raise ValueError("the plans cannot be listed") from None


@keeps("readers_change_no_files", judged=True)
def plans_of_wood(most: Annotated[int, Field(ge=1, le=50, description="How many.")] = 10) -> dict[str, Any]:
    """Show the names of the plans. Reads only, nothing is changed."""
    plans = Path("plans")
    try:
        return {"plans": sorted(path.name for path in plans.iterdir())[:most] if plans.is_dir() else []}
    except OSError:
        raise ValueError("the plans cannot be listed") from None
