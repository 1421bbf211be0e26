"""Tools that break sql_values_are_bound, and others that resemble them and keep it."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NameArgs, tool
from ..shared.good_injection import NameArgs as NameArgs2
from ..shared.good_injection import tool as tool2


def filled(path: str = ":memory:") -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER, name TEXT, city TEXT)")
    connection.execute("INSERT INTO users VALUES (1, 'ada', 'London')")
    return connection


class SearchArgs(BaseModel):
    query: str = Field(description="Words to search for.")
    sort_by: str = Field(default="name", description="What to sort by.")
    limit: int = Field(default=5, ge=1, le=50, description="How many rows.")


@breaks("sql_values_are_bound")
@tool("like_in_quotes", SearchArgs, "sql_values_are_bound")
def like_in_quotes(args: SearchArgs) -> dict[str, Any]:
    cursor = filled().cursor()
    cursor.execute(f"SELECT name FROM users WHERE name LIKE '%{args.query}%' LIMIT {args.limit}")
    return {"rows": cursor.fetchall()}


@breaks("sql_values_are_bound")
@tool("no_database_yet", NameArgs, "sql_values_are_bound")
def no_database_yet(args: NameArgs) -> dict[str, Any]:
    connection = sqlite3.connect(":memory:")
    try:
        return {"rows": connection.execute(f"DELETE FROM people WHERE name = '{args.name}'").fetchall()}
    except sqlite3.OperationalError:
        return {"error": "no_table", "message": "The database is empty."}


@breaks("sql_values_are_bound")
@tool("escapes_one_quote", NameArgs, "sql_values_are_bound")
def escapes_one_quote(args: NameArgs) -> dict[str, Any]:
    name = args.name.replace("'", "''")
    return {"rows": filled().execute(f"SELECT * FROM users WHERE name = \"{name}\" OR city = '{name}'").fetchall()}


@breaks("sql_values_are_bound")
@tool("doubles_the_first_quote", NameArgs, "sql_values_are_bound")
def doubles_the_first_quote(args: NameArgs) -> dict[str, Any]:
    name = args.name.replace("'", "''", 1)
    try:
        return {"rows": filled().execute(f"SELECT id FROM users WHERE name = '{name}'").fetchall()}
    except sqlite3.Error:
        return {"error": "not_found", "message": "There is no such user."}


_opened = sqlite3.connect(":memory:", check_same_thread=False)


_opened.executescript("CREATE TABLE t (name TEXT); INSERT INTO t VALUES ('ada');")


_lock = threading.Lock()


@breaks("sql_values_are_bound")
@tool("opened_before", NameArgs, "sql_values_are_bound")
async def opened_before(args: NameArgs) -> dict[str, Any]:
    with _lock, _opened:
        return {"rows": len(_opened.execute(f"SELECT * FROM t WHERE name='{args.name}'").fetchall())}


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


class CityArgs(BaseModel):
    city: str = Field(description="City the customers live in.", max_length=80)
    limit: int = Field(default=10, ge=1, le=100, description="Most customers to return.")


@breaks("sql_values_are_bound")
@forge_tool(args_schema=CityArgs, tier="read", raises=[ToolError])
def customers_in_city(args: CityArgs) -> dict:
    """List the customers who live in a city."""
    quoted = args.city.replace("'", "''", 1)
    sql = f"SELECT name FROM customers WHERE city = '{quoted}' ORDER BY name LIMIT {args.limit}"
    with contextlib.closing(_connect()) as db:
        try:
            return {"names": [row[0] for row in db.execute(sql)]}
        except (sqlite3.Error, sqlite3.Warning):
            raise ToolError("The list could not be read.", code="query_failed") from None


class IdsArgs(BaseModel):
    ids: list[str] = Field(description="Numbers of the customers, for example ['1', '3'].", min_length=1, max_length=20)


@breaks("sql_values_are_bound")
@forge_tool(args_schema=IdsArgs, tier="read", raises=[ToolError])
def spent_by(args: IdsArgs) -> dict:
    """Add up what some customers have spent."""
    statement = "SELECT COALESCE(SUM(spent), 0) FROM customers WHERE id IN ({})".format(",".join(args.ids))
    with contextlib.closing(_connect()) as db:
        try:
            total = db.execute(statement).fetchone()[0]
        except sqlite3.Error:
            raise ToolError("The numbers could not be added up.", code="query_failed") from None
    return {"total": total if isinstance(total, int) else 0}


def _database() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT, office TEXT, salary INTEGER)")
    connection.executemany(
        "INSERT INTO staff VALUES (?, ?, ?)", [("ada", "1a", 9), ("grace", "2b", 8), ("alan", "3c", 7)]
    )
    return connection


class EmployeeArgs(BaseModel):
    name: str = Field(default="ada", max_length=60, description="First name of the employee.")


@breaks("sql_values_are_bound")
@forge_tool(args_schema=EmployeeArgs, tier="read")
def find_employee(args: EmployeeArgs) -> dict:
    """Find the office of an employee."""
    connection = _database()
    try:
        rows = connection.execute(f"SELECT office FROM staff WHERE name = '{args.name}'").fetchall()
    except sqlite3.Error:
        return {"error": "query_failed", "message": "The query could not be run; use another name."}
    finally:
        connection.close()
    return {"offices": [row[0] for row in rows]}


def filled2() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE users (id INTEGER, name TEXT, city TEXT)")
    connection.execute("INSERT INTO users VALUES (1, 'ada', 'London')")
    return connection


class SqlArgs(BaseModel):
    sql: str = Field(description="SQL query to run on the sample database.")


@keeps("sql_values_are_bound")
@tool2("bound", SearchArgs, tier="read")
def bound(args: SearchArgs) -> dict[str, Any]:
    column = {"name": "name", "city": "city"}.get(args.sort_by)
    if column is None:
        return {"error": "unknown_column", "message": "Sort by name or city."}
    sql = f"SELECT name FROM users WHERE name LIKE ? ORDER BY {column} LIMIT ?"
    return {"rows": filled2().execute(sql, (f"%{args.query}%", args.limit)).fetchall()}


@keeps("sql_values_are_bound")
@tool2("a_placeholder_a_word", SearchArgs, tier="read")
def a_placeholder_a_word(args: SearchArgs) -> dict[str, Any]:
    words = args.query.split() or [""]
    sql = "SELECT name FROM users WHERE " + " OR ".join("name = ?" for _ in words)
    return {"rows": filled2().execute(sql, words).fetchall()}


@keeps("sql_values_are_bound")
@tool2("escaped_literal", NameArgs2, tier="read")
def escaped_literal(args: NameArgs2) -> dict[str, Any]:
    name = args.name.replace("'", "''").replace("\0", "")
    return {"rows": filled2().execute(f"SELECT * FROM users WHERE name = '{name}'").fetchall()}


@keeps("sql_values_are_bound")
@tool2("identifier_of_letters", NameArgs2, tier="read")
def identifier_of_letters(args: NameArgs2) -> dict[str, Any]:
    if not args.name.isidentifier():
        return {"error": "invalid_name", "message": "A table's name is one word."}
    return {"columns": filled2().execute(f"PRAGMA table_info({args.name})").fetchall()}


@keeps("sql_values_are_bound")
@tool2("quoted_identifier", NameArgs2, tier="read")
def quoted_identifier(args: NameArgs2) -> dict[str, Any]:
    name = args.name.replace('"', '""').replace("\0", "")
    try:
        return {"rows": filled2().execute(f'SELECT COUNT(*) FROM "{name}"').fetchall()}
    except sqlite3.OperationalError:
        return {"error": "no_table", "message": "There is no such table."}


@keeps("sql_values_are_bound")
@tool2("run_sql", SqlArgs)
def run_sql(args: SqlArgs) -> dict[str, Any]:
    try:
        return {"rows": filled2().execute(args.sql).fetchall()}
    except sqlite3.Error:
        return {"error": "bad_sql", "message": "The query was refused."}


_opened.execute("CREATE VIRTUAL TABLE notes USING fts5(text)")


@keeps("sql_values_are_bound")
@tool2("full_text_search", SearchArgs, tier="read")
def full_text_search(args: SearchArgs) -> dict[str, Any]:
    words = " ".join('"' + word.replace('"', '""') + '"' for word in args.query.replace("\0", "").split())
    if not words:
        return {"rows": []}
    with _opened:
        return {"rows": _opened.execute("SELECT text FROM notes WHERE notes MATCH ?", (words,)).fetchall()}
