"""Tools that resemble those that break sql_values_are_bound, and keep it."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

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


class FreeSortArgs(BaseModel):
    order_by: str = Field(default="name", description="Column to sort by: name, city or spent.", max_length=80)


@keeps("sql_values_are_bound", "results_are_json")
@forge_tool(args_schema=FreeSortArgs, tier="read", raises=[ToolError])
def sorted_customers(args: FreeSortArgs) -> dict:
    """List the customers' names, ordered by one of the columns."""
    column = {"name": "name", "city": "city", "spent": "spent"}.get(args.order_by.strip().lower())
    if column is None:
        raise ToolError("Sort by name, city or spent.", code="no_such_column")
    with contextlib.closing(_connect()) as db:
        return {"names": [row[0] for row in db.execute(f"SELECT name FROM customers ORDER BY {column}")]}


class IdsArgs(BaseModel):
    ids: list[str] = Field(description="Numbers of the customers, for example ['1', '3'].", min_length=1, max_length=20)


@keeps("sql_values_are_bound", "results_are_json")
@forge_tool(args_schema=IdsArgs, tier="read")
def names_of(args: IdsArgs) -> dict:
    """Return the names of some customers."""
    marks = ",".join("?" * len(args.ids))
    with contextlib.closing(_connect()) as db:
        rows = db.execute(f"SELECT id, name FROM customers WHERE CAST(id AS TEXT) IN ({marks})", args.ids).fetchall()
    return {"names": [name for _, name in rows]}


class QueryArgs(BaseModel):
    sql: str = Field(description="A SELECT statement over the table customers(id, name, city, spent).", max_length=1000)


def _only_reading(action, *_):
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}
    return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY


@keeps("sql_values_are_bound", "results_are_json")
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


def _staff() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT, office TEXT)")
    connection.executemany("INSERT INTO staff VALUES (?, ?)", [("ada", "1a"), ("grace", "2b"), ("alan", "3c")])
    return connection


class EmployeeArgs(BaseModel):
    name: str = Field(default="ada", max_length=60, description="First name of the employee.")


@keeps("sql_values_are_bound", "failure_is_not_success")
@forge_tool(args_schema=EmployeeArgs, tier="read")
def find_employee(args: EmployeeArgs) -> dict:
    """Find the office of an employee."""
    connection = _staff()
    try:
        rows = connection.execute("SELECT office FROM staff WHERE name = ?", (args.name,)).fetchall()
    finally:
        connection.close()
    return {"offices": [row[0] for row in rows]}


class SearchArgs(BaseModel):
    part: str = Field(default="a", max_length=60, description="Part of the name.")
    order_by: Literal["name", "office"] = Field(default="name", description="Column to sort by.")
    limit: int = Field(default=10, ge=1, le=100, description="Most rows to return.")


@keeps("sql_values_are_bound", "errors_carry_no_detail")
@forge_tool(args_schema=SearchArgs, tier="read")
def search_staff(args: SearchArgs) -> dict:
    """Search the staff by a part of the name."""
    connection = _staff()
    pattern = args.part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    try:
        rows = connection.execute(
            f"SELECT name FROM staff WHERE name LIKE ? ESCAPE '\\' ORDER BY {args.order_by} LIMIT ?",
            (f"%{pattern}%", args.limit),
        ).fetchall()
    finally:
        connection.close()
    return {"found": [row[0] for row in rows]}
