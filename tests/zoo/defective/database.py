"""Tools over the database of a shop, each with a defect."""

from __future__ import annotations

import contextlib
import sqlite3

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "customers_in_city": ("sql_values_are_bound",),
    "spent_by": ("sql_values_are_bound",),
    "city_report": ("results_are_json",),
    "average_spent": ("valid_calls_do_not_crash",),
    "pay_in": ("calls_at_once_agree",),
}

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


@forge_tool(args_schema=CityArgs, tier="read")
def city_report(args: CityArgs) -> dict:
    """Report the customers of a city with what they have spent."""
    with contextlib.closing(_connect()) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute(
            "SELECT name, spent FROM customers WHERE city <> ? LIMIT ?", (args.city, args.limit)
        ).fetchall()
    return {"city": args.city, "rows": rows}


class AverageArgs(BaseModel):
    min_spent: int = Field(default=0, ge=0, le=100_000, description="Only customers who have spent this much, or more.")


@forge_tool(args_schema=AverageArgs, tier="read")
def average_spent(args: AverageArgs) -> dict:
    """Compute what customers have spent on average."""
    with contextlib.closing(_connect()) as db:
        spent = [r[0] for r in db.execute("SELECT spent FROM customers WHERE spent >= ?", (args.min_spent,))]
    return {"average": round(sum(spent) / len(spent), 2), "customers": len(spent)}


_balance = {"main": 0}


class DepositArgs(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount to pay in, in cents.")


@forge_tool(args_schema=DepositArgs, tier="write")
def pay_in(args: DepositArgs) -> dict:
    """Pay an amount into the till."""
    import time

    before = _balance["main"]
    time.sleep(0.002)  # the printer prints the slip
    _balance["main"] = before + args.cents
    return {"balance": _balance["main"]}
