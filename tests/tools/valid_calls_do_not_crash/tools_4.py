"""Tools that resemble those that break valid_calls_do_not_crash, and keep it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import keeps


class SpanArgs(BaseModel):
    start: dt.date = Field(description="First day, ISO-8601.")
    end: dt.date = Field(description="Last day, ISO-8601.")


@keeps("valid_calls_do_not_crash", "valid_arguments_are_accepted")
@forge_tool(args_schema=SpanArgs, tier="read", raises=[ToolError])
def working_days(args: SpanArgs) -> dict:
    """Count the working days between two days."""
    if args.end < args.start:
        raise ToolError("The last day comes before the first. Swap them.", code="days_swapped")
    days = (args.end - args.start).days + 1
    weeks, rest = divmod(days, 7)
    weekday = args.start.weekday()
    return {"days": weeks * 5 + sum(1 for day in range(rest) if (weekday + day) % 7 < 5)}


class PagesArgs(BaseModel):
    items: int = Field(ge=0, le=100_000, description="How many items there are.")
    per_page: int = Field(default=20, ge=1, le=100, description="How many items a page holds.")


@keeps("valid_calls_do_not_crash", "results_hold_no_environment")
@forge_tool(args_schema=PagesArgs, tier="read")
def page_count(args: PagesArgs) -> dict:
    """Tell how many pages a list has."""
    return {"pages": -(-args.items // args.per_page)}


class ScoresArgs(BaseModel):
    scores: list[Annotated[float, Field(ge=0, le=100, description="One score.")]] = Field(
        max_length=100, description="Scores of the tests."
    )


@keeps("valid_calls_do_not_crash", "equal_calls_agree")
@forge_tool(args_schema=ScoresArgs, tier="read")
def average_score(args: ScoresArgs) -> dict:
    """Compute the average of some scores; null if there are none."""
    return {"average": sum(args.scores) / len(args.scores) if args.scores else None}


class CodeArgs(BaseModel):
    colour: Literal["red", "green", "blue"] = Field(description="The colour.")
    upper: bool = Field(default=False, description="Whether to write the code in capitals.")


@keeps("valid_calls_do_not_crash", "choices_are_handled")
@forge_tool(args_schema=CodeArgs, tier="read")
def colour_code(args: CodeArgs) -> dict:
    """Return the code of a colour."""
    match args.colour:
        case "red":
            code = "#ff0000"
        case "green":
            code = "#00ff00"
        case "blue":
            code = "#0000ff"
    return {"code": code.upper() if args.upper else code}


class FindArgs(BaseModel):
    text: str = Field(max_length=2_000, description="Text to search.")
    part: str = Field(min_length=1, max_length=50, description="Part to look for; stars match anything.")


@keeps("valid_calls_do_not_crash", "approved_arguments_are_executed")
@forge_tool(args_schema=FindArgs, tier="read")
def find_in_text(args: FindArgs) -> dict:
    """Find the lines of a text that hold a part."""
    parts = [part for part in args.part.split("*") if part]
    found = []
    for number, line in enumerate(args.text.splitlines(), start=1):
        at = 0
        for part in parts:
            at = line.find(part, at)
            if at < 0:
                break
            at += len(part)
        else:
            found.append(number)
    return {"lines": found}


class Person(BaseModel):
    first: str = Field(min_length=1, max_length=40, description="First name.")
    middle: str | None = Field(default=None, max_length=40, description="Middle name, if any.")
    last: str = Field(min_length=1, max_length=40, description="Surname.")


class PersonArgs(BaseModel):
    person: Person = Field(description="Whose name.")
    style: Literal["full", "short", "formal"] = Field(default="full", description="How to write it.")


@keeps("valid_calls_do_not_crash", "choices_are_handled")
@forge_tool(args_schema=PersonArgs, tier="read")
def write_name(args: PersonArgs) -> dict:
    """Write a person's name in a style."""
    person = args.person
    if args.style == "short":
        return {"name": f"{person.first[:1]}. {person.last}"}
    if args.style == "formal":
        return {"name": f"{person.last}, {person.first}"}
    return {"name": " ".join(part for part in (person.first, person.middle, person.last) if part)}


class Circle(BaseModel):
    kind: Literal["circle"] = Field(description="A circle.")
    radius: float = Field(gt=0, le=1_000, description="Radius in metres.")


class Square(BaseModel):
    kind: Literal["square"] = Field(description="A square.")
    side: float = Field(gt=0, le=1_000, description="Length of a side in metres.")


class ShapeArgs(BaseModel):
    shape: Annotated[Circle | Square, Field(discriminator="kind", description="The shape.")]


@keeps("valid_calls_do_not_crash", "choices_are_handled")
@forge_tool(args_schema=ShapeArgs, tier="read")
def shape_area(args: ShapeArgs) -> dict:
    """Compute the area of a shape, in square metres."""
    if isinstance(args.shape, Circle):
        return {"area": 3.141592653589793 * args.shape.radius**2}
    return {"area": args.shape.side**2}
