"""Good tools over the database of a shop."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

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


@forge_tool(args_schema=SortArgs, tier="read")
def all_customers(args: SortArgs) -> dict:
    """List all customers, sorted by a column."""
    direction = "DESC" if args.descending else "ASC"
    with contextlib.closing(_connect()) as db:
        rows = db.execute(
            f"SELECT name, city, spent FROM customers ORDER BY {args.order_by.value} {direction}"
        ).fetchall()
    return {"customers": [dict(zip(("name", "city", "spent"), row, strict=False)) for row in rows]}


class FreeSortArgs(BaseModel):
    order_by: str = Field(default="name", description="Column to sort by: name, city or spent.", max_length=80)


@forge_tool(args_schema=FreeSortArgs, tier="read", raises=[ToolError])
def sorted_customers(args: FreeSortArgs) -> dict:
    """List the customers' names, ordered by one of the columns."""
    column = {"name": "name", "city": "city", "spent": "spent"}.get(args.order_by.strip().lower())
    if column is None:
        raise ToolError("Sort by name, city or spent.", code="no_such_column")
    with contextlib.closing(_connect()) as db:
        return {"names": [row[0] for row in db.execute(f"SELECT name FROM customers ORDER BY {column}")]}


class LikeArgs(BaseModel):
    starts_with: str = Field(description="How the name begins.", min_length=1, max_length=40)


@forge_tool(args_schema=LikeArgs, tier="read")
def complete_name(args: LikeArgs) -> dict:
    """Complete the name of a customer from its beginning."""
    escaped = args.starts_with.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    with contextlib.closing(_connect()) as db:
        rows = db.execute("SELECT name FROM customers WHERE name LIKE ? ESCAPE '\\' ORDER BY name", (escaped + "%",))
        return {"names": [row[0] for row in rows]}


class IdsArgs(BaseModel):
    ids: list[str] = Field(description="Numbers of the customers, for example ['1', '3'].", min_length=1, max_length=20)


@forge_tool(args_schema=IdsArgs, tier="read")
def names_of(args: IdsArgs) -> dict:
    """Return the names of some customers."""
    marks = ",".join("?" * len(args.ids))
    with contextlib.closing(_connect()) as db:
        rows = db.execute(f"SELECT id, name FROM customers WHERE CAST(id AS TEXT) IN ({marks})", args.ids).fetchall()
    return {"names": [name for _, name in rows]}


class NoteArgs(BaseModel):
    title: str = Field(description="Title of the note.", min_length=1, max_length=80)
    body: str = Field(default="", description="Text of the note.", max_length=5000)


def _text(value: str) -> str:
    return value.encode("utf-8", "replace").decode("utf-8")


@forge_tool(args_schema=NoteArgs, tier="write", workspace_root_aware=True)
def add_note(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Add a note to the workspace's note book."""
    with contextlib.closing(sqlite3.connect(Path(workspace_root) / "notes.db", timeout=10)) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
        cursor = db.execute("INSERT INTO notes (title, body) VALUES (?, ?)", (_text(args.title), _text(args.body)))
        return {"id": cursor.lastrowid}


class DepositArgs(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount to pay in, in cents.")


_till = {"main": 0}


_till_lock = threading.Lock()


@forge_tool(args_schema=DepositArgs, tier="write")
def put_in_till(args: DepositArgs) -> dict:
    """Put an amount into the second till."""
    with _till_lock:
        _till["main"] += args.cents
        return {"balance": _till["main"]}


class QueryArgs(BaseModel):
    sql: str = Field(description="A SELECT statement over the table customers(id, name, city, spent).", max_length=1000)


def _only_reading(action, *_):
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}
    return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY


@forge_tool(args_schema=QueryArgs, tier="read", raises=[ToolError])
def query_customers(args: QueryArgs) -> dict:
    """Run a read-only SQL query over the customers and return at most 50 rows."""
    with contextlib.closing(_connect()) as db:
        db.set_authorizer(_only_reading)
        steps = iter(range(200))
        db.set_progress_handler(lambda: 1 if next(steps, None) is None else 0, 1000)
        try:
            cursor = db.execute(args.sql)
            rows = cursor.fetchmany(50)
        except (sqlite3.Error, sqlite3.Warning, UnicodeError, ValueError, OverflowError):
            raise ToolError(
                "The query cannot be run. Use a SELECT over the table customers.", code="bad_query"
            ) from None
        names = [column[0] for column in cursor.description or ()]
    return {"columns": names, "rows": [[str(v)[:500] if v is not None else None for v in row] for row in rows]}
