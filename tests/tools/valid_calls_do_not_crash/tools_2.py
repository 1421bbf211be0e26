"""Tools that break valid_calls_do_not_crash, and others that resemble them and keep it."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.good_robustness import Query, tool

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


class AverageArgs(BaseModel):
    min_spent: int = Field(default=0, ge=0, le=100_000, description="Only customers who have spent this much, or more.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=AverageArgs, tier="read")
def average_spent(args: AverageArgs) -> dict:
    """Compute what customers have spent on average."""
    with contextlib.closing(_connect()) as db:
        spent = [r[0] for r in db.execute("SELECT spent FROM customers WHERE spent >= ?", (args.min_spent,))]
    return {"average": round(sum(spent) / len(spent), 2), "customers": len(spent)}


class Circle(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["circle"] = Field(description="A circle.")
    radius: float = Field(gt=0, le=1000, description="Radius.")


class Box(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["box"] = Field(description="A rectangle.")
    width: float = Field(gt=0, le=1000, description="Width.")
    height: float = Field(gt=0, le=1000, description="Height.")


class ShapeArgs(BaseModel):
    shape: Annotated[Circle | Box, Field(discriminator="kind")] = Field(description="The shape.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=ShapeArgs, tier="read")
def shape_outline(args: ShapeArgs) -> dict:
    """Compute the length of a shape's outline."""
    shape = args.shape
    return {"kind": shape.kind, "outline": 2 * (shape.width + shape.height)}


class TreeArgs(BaseModel):
    parents: dict[str, str] = Field(description="Each person's manager, for example {'ada': 'grace'}.", max_length=50)
    person: str = Field(description="Person whose chain of managers is wanted.", max_length=50)


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=TreeArgs, tier="read")
def manager_chain(args: TreeArgs) -> dict:
    """List the managers above a person."""

    def above(person: str) -> list[str]:
        manager = args.parents.get(person)
        return [] if manager is None else [manager, *above(manager)]

    return {"managers": above(args.person)}


class ScoresArgs(BaseModel):
    scores: list[int] = Field(max_length=100, description="Scores of the tests.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=ScoresArgs, tier="read")
def average_score(args: ScoresArgs) -> dict:
    """Compute the average of some scores."""
    return {"average": sum(args.scores) // len(args.scores)}


class NameArgs(BaseModel):
    name: str = Field(max_length=60, description="Full name of a person.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=NameArgs, tier="read")
def first_letter(args: NameArgs) -> dict:
    """Tell under which letter a person is filed."""
    return {"letter": args.name.strip()[0].upper()}


class DepthArgs(BaseModel):
    tree: str = Field(default="()", max_length=5_000, description="Tree of brackets, such as (()()).")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=DepthArgs, tier="read")
def nested_depth(args: DepthArgs) -> dict:
    """Tell how deep a tree of brackets is."""

    def depth(text: str) -> int:
        if not text.startswith("("):
            return 0
        return 1 + depth(text[1:])

    return {"depth": depth(args.tree)}


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=NameArgs, tier="read")
def ascii_name(args: NameArgs) -> dict:
    """Return a name as it is printed on a plastic card."""
    return {"printed": args.name.upper().encode("ascii").decode()}


class DueArgs(BaseModel):
    year: int = Field(ge=1, le=9_999, description="Year of the invoice.")
    days: int = Field(default=30, ge=0, le=365, description="Days until it is due.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=DueArgs, tier="read")
def due_date(args: DueArgs) -> dict:
    """Tell when an invoice of the last day of a year is due."""
    return {"due": (dt.date(args.year, 12, 31) + dt.timedelta(days=args.days)).isoformat()}


class ShareArgs(BaseModel):
    start: int = Field(ge=0, le=1_000, description="Lower end of the range.")
    end: int = Field(ge=0, le=1_000, description="Upper end of the range.")
    value: int = Field(ge=0, le=1_000, description="Value in the range.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=ShareArgs, tier="read")
def percentage_of(args: ShareArgs) -> dict:
    """Tell where in a range a value lies, in percent."""
    return {"percent": (args.value - args.start) * 100 / (args.end - args.start)}


class VersionArgs(BaseModel):
    version: str = Field(default="1.0.0", max_length=30, description="Version, such as 1.12.3.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=VersionArgs, tier="read", raises=[ValueError])
def parse_version(args: VersionArgs) -> dict:
    """Split a version into its parts."""
    parts = [int(part) for part in args.version.split(".")]
    return {"major": parts[0], "minor": parts[1], "patch": parts[2]}


class Person(BaseModel):
    first: str = Field(max_length=40, description="First name.")
    middle: str | None = Field(default=None, max_length=40, description="Middle name.")


class PersonArgs(BaseModel):
    person: Person = Field(description="Whose name.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=PersonArgs, tier="read")
def middle_name(args: PersonArgs) -> dict:
    """Return the middle name of a person, in capitals."""
    return {"middle": args.person.middle.upper()}


class InterestArgs(BaseModel):
    cents: int = Field(ge=1, le=10**9, description="Amount in cents.")
    percent: float = Field(ge=0, le=1_000, description="Interest for a year, in percent.")
    years: int = Field(ge=0, le=1_000, description="How many years.")


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=InterestArgs, tier="read")
def compound_interest(args: InterestArgs) -> dict:
    """Compute what an amount grows to."""
    return {"cents": round(args.cents * (1 + args.percent / 100) ** args.years)}


class FactorialArgs(BaseModel):
    number: int = Field(ge=0, le=5_000, description="The number.")


def _factorial(number: int) -> int:
    return 1 if number == 0 else number * _factorial(number - 1)


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=FactorialArgs, tier="read")
def factorial_bits(args: FactorialArgs) -> dict:
    """Tell how many bits the factorial of a number has."""
    return {"bits": _factorial(args.number).bit_length()}


class Chapter(BaseModel):
    title: str = Field(max_length=80, description="Title of the chapter.")
    below: list[Chapter] = Field(default=[], max_length=20, description="Chapters below it.")


class BookArgs(BaseModel):
    chapter: Chapter = Field(description="The uppermost chapter.")


def _deepest(chapter: Chapter) -> str:
    return _deepest(chapter.below[0]) if chapter.below else chapter.title[0]


@breaks("valid_calls_do_not_crash")
@forge_tool(args_schema=BookArgs, tier="read")
def first_deep_letter(args: BookArgs) -> dict:
    """Return the first letter of the deepest chapter."""
    return {"letter": _deepest(args.chapter)}


SEARCHES: list[str] = []


@keeps("valid_calls_do_not_crash")
@tool("tells_recent_searches", Query)
def tells_recent_searches(args: Query) -> Any:
    SEARCHES.append(args.query)
    del SEARCHES[:-20]
    return {"found": 0, "recent_queries": sorted(set(SEARCHES))}


class Later(BaseModel):
    day: date = Field(description="Day, as YYYY-MM-DD.")


@keeps("valid_calls_do_not_crash")
@tool("refuses_the_end_of_the_calendar", Later)
def refuses_the_end_of_the_calendar(args: Later) -> Any:
    try:
        return {"day": (args.day + timedelta(days=30)).isoformat()}
    except OverflowError:
        raise ToolError("The calendar ends before that day.", code="out_of_range") from None


class Grid(BaseModel):
    width: int = Field(description="Cells in a row.", ge=1, le=100_000)
    height: int = Field(description="Rows.", ge=1, le=100_000)


@keeps("valid_calls_do_not_crash")
@tool("counts_by_multiplying", Grid)
def counts_by_multiplying(args: Grid) -> Any:
    return {"cells": args.width * args.height, "border": "-" * min(args.width, 80)}
