"""Tools that crash, hang, forget a branch or get in each other's way on calls that their schema allows."""

import asyncio
import datetime as dt
import random
import time
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, forge_tool

CRASH = ("valid_calls_do_not_crash",)
EXPECTED: dict[str, tuple[str, ...]] = {
    "average_score": CRASH,
    "first_letter": CRASH,
    "page_count": CRASH,
    "colour_code": (*CRASH, "choices_are_handled"),
    "nested_depth": CRASH,
    "ascii_name": CRASH,
    "due_date": CRASH,
    "percentage_of": CRASH,
    "parse_version": CRASH,
    "middle_name": CRASH,
    "unit_price": (*CRASH, "choices_are_handled"),
    "compound_interest": CRASH,
    "factorial_bits": CRASH,
    "first_deep_letter": CRASH,
    "wait_for_slot": ("valid_calls_return", "call_returns", "robustness"),
    "collatz_steps": ("valid_calls_return", "robustness"),
    "allocate_grid": ("memory_is_bounded", "robustness"),
    "find_duplicates": ("time_grows_with_the_input",),
    "pick_winner": ("result_keys_are_stable", "equal_calls_agree"),
    "export_as": ("choices_are_handled",),
    "priority_label": ("choices_are_handled", *CRASH),
    "next_ticket": ("calls_at_once_agree",),
    "apply_discount": ("calls_at_once_agree",),
    "poll_status": ("event_loop_is_not_blocked",),
    "hash_file_name": ("event_loop_is_not_blocked",),
    "queue_position": ("equal_calls_agree",),
}


class ScoresArgs(BaseModel):
    scores: list[int] = Field(max_length=100, description="Scores of the tests.")


@forge_tool(args_schema=ScoresArgs, tier="read")
def average_score(args: ScoresArgs) -> dict:
    """Compute the average of some scores."""
    return {"average": sum(args.scores) // len(args.scores)}


class NameArgs(BaseModel):
    name: str = Field(max_length=60, description="Full name of a person.")


@forge_tool(args_schema=NameArgs, tier="read")
def first_letter(args: NameArgs) -> dict:
    """Tell under which letter a person is filed."""
    return {"letter": args.name.strip()[0].upper()}


class PagesArgs(BaseModel):
    items: int = Field(ge=0, le=100_000, description="How many items there are.")
    per_page: int = Field(default=20, ge=0, le=100, description="How many items a page holds.")


@forge_tool(args_schema=PagesArgs, tier="read")
def page_count(args: PagesArgs) -> dict:
    """Tell how many pages a list has."""
    return {"pages": -(-args.items // args.per_page)}


class ColourArgs(BaseModel):
    colour: str = Field(default="red", max_length=20, description="Name of the colour.")


@forge_tool(args_schema=ColourArgs, tier="read")
def colour_code(args: ColourArgs) -> dict:
    """Return the code of a colour."""
    return {"code": {"red": "#f00", "green": "#0f0", "blue": "#00f"}[args.colour]}


class DepthArgs(BaseModel):
    tree: str = Field(default="()", max_length=5_000, description="Tree of brackets, such as (()()).")


@forge_tool(args_schema=DepthArgs, tier="read")
def nested_depth(args: DepthArgs) -> dict:
    """Tell how deep a tree of brackets is."""

    def depth(text: str) -> int:
        if not text.startswith("("):
            return 0
        return 1 + depth(text[1:])

    return {"depth": depth(args.tree)}


@forge_tool(args_schema=NameArgs, tier="read")
def ascii_name(args: NameArgs) -> dict:
    """Return a name as it is printed on a plastic card."""
    return {"printed": args.name.upper().encode("ascii").decode()}


class DueArgs(BaseModel):
    year: int = Field(ge=1, le=9_999, description="Year of the invoice.")
    days: int = Field(default=30, ge=0, le=365, description="Days until it is due.")


@forge_tool(args_schema=DueArgs, tier="read")
def due_date(args: DueArgs) -> dict:
    """Tell when an invoice of the last day of a year is due."""
    return {"due": (dt.date(args.year, 12, 31) + dt.timedelta(days=args.days)).isoformat()}


class ShareArgs(BaseModel):
    start: int = Field(ge=0, le=1_000, description="Lower end of the range.")
    end: int = Field(ge=0, le=1_000, description="Upper end of the range.")
    value: int = Field(ge=0, le=1_000, description="Value in the range.")


@forge_tool(args_schema=ShareArgs, tier="read")
def percentage_of(args: ShareArgs) -> dict:
    """Tell where in a range a value lies, in percent."""
    return {"percent": (args.value - args.start) * 100 / (args.end - args.start)}


class VersionArgs(BaseModel):
    version: str = Field(default="1.0.0", max_length=30, description="Version, such as 1.12.3.")


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


@forge_tool(args_schema=PersonArgs, tier="read")
def middle_name(args: PersonArgs) -> dict:
    """Return the middle name of a person, in capitals."""
    return {"middle": args.person.middle.upper()}


class UnitArgs(BaseModel):
    cents: int = Field(ge=0, le=10**6, description="Price of all pieces.")
    kind: Literal["single", "pack", "free"] = Field(description="How it is sold.")


@forge_tool(args_schema=UnitArgs, tier="read")
def unit_price(args: UnitArgs) -> dict:
    """Compute the price of one piece."""
    if args.kind == "single":
        price = args.cents
    elif args.kind == "pack":
        price = args.cents // 12
    return {"cents": price}


class InterestArgs(BaseModel):
    cents: int = Field(ge=1, le=10**9, description="Amount in cents.")
    percent: float = Field(ge=0, le=1_000, description="Interest for a year, in percent.")
    years: int = Field(ge=0, le=1_000, description="How many years.")


@forge_tool(args_schema=InterestArgs, tier="read")
def compound_interest(args: InterestArgs) -> dict:
    """Compute what an amount grows to."""
    return {"cents": round(args.cents * (1 + args.percent / 100) ** args.years)}


class FactorialArgs(BaseModel):
    number: int = Field(ge=0, le=5_000, description="The number.")


def _factorial(number: int) -> int:
    return 1 if number == 0 else number * _factorial(number - 1)


@forge_tool(args_schema=FactorialArgs, tier="read")
def factorial_bits(args: FactorialArgs) -> dict:
    """Tell how many bits the factorial of a number has."""
    return {"bits": _factorial(args.number).bit_length()}


class Chapter(BaseModel):
    title: str = Field(max_length=80, description="Title of the chapter.")
    below: "list[Chapter]" = Field(default=[], max_length=20, description="Chapters below it.")


class BookArgs(BaseModel):
    chapter: Chapter = Field(description="The uppermost chapter.")


def _deepest(chapter: Chapter) -> str:
    return _deepest(chapter.below[0]) if chapter.below else chapter.title[0]


@forge_tool(args_schema=BookArgs, tier="read")
def first_deep_letter(args: BookArgs) -> dict:
    """Return the first letter of the deepest chapter."""
    return {"letter": _deepest(args.chapter)}


class SlotArgs(BaseModel):
    slot: int = Field(ge=0, le=100, description="Number of the slot.")


@forge_tool(args_schema=SlotArgs, tier="read")
def wait_for_slot(args: SlotArgs) -> dict:
    """Return the first free slot after a slot."""
    taken = {100: 100}
    slot = args.slot
    while slot in taken:
        slot = taken[slot]
    return {"slot": slot}


class NumberArgs(BaseModel):
    start: int = Field(ge=-100, le=10_000, description="Where to start.")


@forge_tool(args_schema=NumberArgs, tier="read")
def collatz_steps(args: NumberArgs) -> dict:
    """Count the steps until a number has become one."""
    number, steps = args.start, 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return {"steps": steps}


class GridArgs(BaseModel):
    width: int = Field(ge=1, description="Width of the grid.")
    height: int = Field(ge=1, description="Height of the grid.")


@forge_tool(args_schema=GridArgs, tier="read")
def allocate_grid(args: GridArgs) -> dict:
    """Tell how many cells a grid has."""
    grid = [bytearray(args.width) for _ in range(args.height)]
    return {"cells": sum(len(row) for row in grid)}


class ItemsArgs(BaseModel):
    items: list[str] = Field(max_length=20_000, description="Items to compare.")


@forge_tool(args_schema=ItemsArgs, tier="read")
def find_duplicates(args: ItemsArgs) -> dict:
    """Count the items that occur more than once."""
    count = 0
    for index, item in enumerate(args.items):
        for other in args.items[:index]:
            if other == item:
                count += 1
                break
    return {"duplicates": count}


class WinnerArgs(BaseModel):
    names: list[str] = Field(min_length=2, max_length=50, description="Who takes part.")


@forge_tool(args_schema=WinnerArgs, tier="read")
def pick_winner(args: WinnerArgs) -> dict:
    """Rank those who take part by their names, and name the first."""
    return {random.choice(["winner", "first"]): min(args.names)}


class ExportArgs(BaseModel):
    format: Literal["csv", "json", "xlsx"] = Field(description="Format of the export.")


@forge_tool(args_schema=ExportArgs, tier="read", raises=[ToolError, NotImplementedError])
def export_as(args: ExportArgs) -> dict:
    """Export the table of the week."""
    if args.format == "csv":
        return {"export": "a,b\n1,2\n"}
    if args.format == "json":
        return {"export": '[{"a": 1, "b": 2}]'}
    raise ToolError("This format is not known. Use another one.", code="unknown_format")


def _label(arguments: dict) -> dict:
    labels = {"low": 1, "normal": 2, "high": 3}
    return {"priority": labels[arguments["priority"]]}


priority_label = FnToolExecutor(
    "priority_label",
    _label,
    description="Return the number of a priority, for sorting.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {
            "priority": {
                "type": "string",
                "enum": ["low", "normal", "high", "urgent"],
                "description": "Name of the priority.",
            }
        },
        "required": ["priority"],
        "additionalProperties": False,
    },
)


_tickets = 0


class QueueArgs(BaseModel):
    desk: int = Field(ge=1, le=5, description="Number of the desk.")


@forge_tool(args_schema=QueueArgs, tier="write")
def next_ticket(args: QueueArgs) -> dict:
    """Draw the next number at a desk."""
    global _tickets
    number = _tickets
    time.sleep(0.001)
    _tickets = number + 1
    return {"desk": args.desk, "drawn": _tickets}


_current: dict[str, str] = {}


class GreetingArgs(BaseModel):
    customer: str = Field(min_length=1, max_length=40, description="Name of the customer.")


@forge_tool(args_schema=GreetingArgs, tier="read")
def apply_discount(args: GreetingArgs) -> dict:
    """Write the sentence that tells a customer of a discount."""
    _current["customer"] = args.customer
    time.sleep(0.001)
    return {"sentence": f"Dear {_current['customer']}, you pay ten percent less."}


class JobArgs(BaseModel):
    job: int = Field(ge=1, le=1_000, description="Number of the job.")


@forge_tool(args_schema=JobArgs, tier="read")
async def poll_status(args: JobArgs) -> dict:
    """Tell how far a job has got."""
    time.sleep(0.4)
    return {"job": args.job, "status": "done"}


async def _digest(arguments: dict) -> dict:
    import hashlib

    digest = hashlib.pbkdf2_hmac("sha256", arguments["name"].encode("utf-8", "replace"), b"salt", 1_500_000)
    await asyncio.sleep(0)
    return {"digest": digest.hex()}


hash_file_name = FnToolExecutor(
    "hash_file_name",
    _digest,
    description="Return a slow digest of a file's name.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 100, "description": "Name of the file."}},
        "required": ["name"],
        "additionalProperties": False,
    },
)


class VisitArgs(BaseModel):
    customer: int = Field(ge=1, le=9_999, description="Number of the customer.")


def _with_visit(customer: int, visits: list[int] = []) -> list[int]:  # noqa: B006
    visits.append(customer)
    return visits


@forge_tool(args_schema=VisitArgs, tier="read")
def queue_position(args: VisitArgs) -> dict:
    """Tell which customers are called together with a customer."""
    return {"called": list(_with_visit(args.customer))}
