"""Tools that resemble those that break results_are_json, and keep it."""

from __future__ import annotations

import contextlib
import sqlite3
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import keeps

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


class OrderBy(StrEnum):
    name = "name"
    city = "city"
    spent = "spent"


class SortArgs(BaseModel):
    order_by: OrderBy = Field(default=OrderBy.name, description="Column to sort by.")
    descending: bool = Field(default=False, description="Whether the largest comes first.")


@keeps("results_are_json", "sql_values_are_bound")
@forge_tool(args_schema=SortArgs, tier="read")
def all_customers(args: SortArgs) -> dict:
    """List all customers, sorted by a column."""
    direction = "DESC" if args.descending else "ASC"
    with contextlib.closing(_connect()) as db:
        rows = db.execute(
            f"SELECT name, city, spent FROM customers ORDER BY {args.order_by.value} {direction}"
        ).fetchall()
    return {"customers": [dict(zip(("name", "city", "spent"), row, strict=False)) for row in rows]}


class LikeArgs(BaseModel):
    starts_with: str = Field(description="How the name begins.", min_length=1, max_length=40)


@keeps("results_are_json", "sql_values_are_bound")
@forge_tool(args_schema=LikeArgs, tier="read")
def complete_name(args: LikeArgs) -> dict:
    """Complete the name of a customer from its beginning."""
    escaped = args.starts_with.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    with contextlib.closing(_connect()) as db:
        rows = db.execute("SELECT name FROM customers WHERE name LIKE ? ESCAPE '\\' ORDER BY name", (escaped + "%",))
        return {"names": [row[0] for row in rows]}


class NoteArgs(BaseModel):
    title: str = Field(description="Title of the note.", min_length=1, max_length=80)
    body: str = Field(default="", description="Text of the note.", max_length=5000)


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode("utf-8")


@keeps("results_are_json", "sql_values_are_bound")
@forge_tool(args_schema=NoteArgs, tier="write", workspace_root_aware=True)
def add_note(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Add a note to the workspace's note book."""
    with contextlib.closing(sqlite3.connect(Path(workspace_root) / "notes.db", timeout=10)) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
        cursor = db.execute("INSERT INTO notes (title, body) VALUES (?, ?)", (_text(args.title), _text(args.body)))
        return {"id": cursor.lastrowid}
