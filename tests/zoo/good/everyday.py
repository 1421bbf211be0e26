"""Good tools that compute, look up and answer; several look as if they had a defect."""

import ast
import asyncio
import datetime as dt
import hashlib
import json
import operator
import random
import re
import secrets
import string
import threading
import time
import uuid
from collections import Counter, OrderedDict
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from forge_harness import FnToolExecutor, ToolError, _register, forge_tool

OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.USub: operator.neg,
}


class SumArgs(BaseModel):
    expression: str = Field(max_length=60, description="Sum to calculate, for example 2 * (3 + 4).")


def _value(node: ast.AST) -> float:
    if isinstance(node, ast.Expression):
        return _value(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and abs(node.value) < 1e9:
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.operand))
    raise ToolError("This is no sum. Use numbers, brackets, +, - and *.", code="no_sum")


@forge_tool(args_schema=SumArgs, tier="read", raises=[ToolError])
def calculate(args: SumArgs) -> dict:
    """Calculate a sum of numbers, with brackets."""
    try:
        tree = ast.parse(args.expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ToolError("This is no sum. Use numbers, brackets, +, - and *.", code="no_sum") from None
    return {"result": _value(tree)}


class TextArgs(BaseModel):
    text: str = Field(max_length=5_000, description="The text.")


@forge_tool(args_schema=TextArgs, tier="read")
def word_frequencies(args: TextArgs) -> dict:
    """Count how often the most frequent words of a text occur."""
    words = re.findall(r"\w+", args.text.lower())
    return {"words": [{"word": word, "count": count} for word, count in Counter(words).most_common(20)]}


@forge_tool(args_schema=TextArgs, tier="read")
def text_digest(args: TextArgs) -> dict:
    """Return the SHA-256 digest of a text."""
    return {"sha256": hashlib.sha256(args.text.encode("utf-8", "surrogatepass")).hexdigest()}


class DiceArgs(BaseModel):
    sides: int = Field(default=6, ge=2, le=100, description="How many sides a die has.")
    dice: int = Field(default=1, ge=1, le=20, description="How many dice are thrown.")


@forge_tool(args_schema=DiceArgs, tier="read")
def roll_dice(args: DiceArgs) -> dict:
    """Throw some dice."""
    return {"thrown": [random.randint(1, args.sides) for _ in range(args.dice)]}


class PasswordArgs(BaseModel):
    length: int = Field(default=16, ge=8, le=64, description="How many letters.")


@forge_tool(args_schema=PasswordArgs, tier="read")
def make_password(args: PasswordArgs) -> dict:
    """Make up a new password."""
    letters = string.ascii_letters + string.digits
    return {"password": "".join(secrets.choice(letters) for _ in range(args.length)), "id": str(uuid.uuid4())}


class ZoneArgs(BaseModel):
    hours: int = Field(default=0, ge=-12, le=14, description="Hours ahead of UTC.")


@forge_tool(args_schema=ZoneArgs, tier="read")
def current_time(args: ZoneArgs) -> dict:
    """Tell the time in a time zone."""
    zone = dt.timezone(dt.timedelta(hours=args.hours))
    now = dt.datetime.now(zone)
    return {"time": now.isoformat(), "weekday": now.strftime("%A"), "unix": time.time()}


class SpanArgs(BaseModel):
    start: dt.date = Field(description="First day, ISO-8601.")
    end: dt.date = Field(description="Last day, ISO-8601.")


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


@forge_tool(args_schema=PagesArgs, tier="read")
def page_count(args: PagesArgs) -> dict:
    """Tell how many pages a list has."""
    return {"pages": -(-args.items // args.per_page)}


class ScoresArgs(BaseModel):
    scores: list[Annotated[float, Field(ge=0, le=100, description="One score.")]] = Field(
        max_length=100, description="Scores of the tests."
    )


@forge_tool(args_schema=ScoresArgs, tier="read")
def average_score(args: ScoresArgs) -> dict:
    """Compute the average of some scores; null if there are none."""
    return {"average": sum(args.scores) / len(args.scores) if args.scores else None}


class CodeArgs(BaseModel):
    colour: Literal["red", "green", "blue"] = Field(description="The colour.")
    upper: bool = Field(default=False, description="Whether to write the code in capitals.")


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


class MailArgs(BaseModel):
    address: str = Field(max_length=254, description="Mail address to check.")


@forge_tool(args_schema=MailArgs, tier="read")
def valid_mail(args: MailArgs) -> dict:
    """Tell whether a mail address has the right form."""
    return {"valid": re.fullmatch(r"[^@\s]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}", args.address) is not None}


class FindArgs(BaseModel):
    text: str = Field(max_length=2_000, description="Text to search.")
    part: str = Field(min_length=1, max_length=50, description="Part to look for; stars match anything.")


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


@forge_tool(args_schema=ShapeArgs, tier="read")
def shape_area(args: ShapeArgs) -> dict:
    """Compute the area of a shape, in square metres."""
    if isinstance(args.shape, Circle):
        return {"area": 3.141592653589793 * args.shape.radius**2}
    return {"area": args.shape.side**2}


_seen: "OrderedDict[str, int]" = OrderedDict()
_guard = threading.Lock()


class SlugArgs(BaseModel):
    title: str = Field(max_length=200, description="Title of the page.")


@forge_tool(args_schema=SlugArgs, tier="read")
def page_slug(args: SlugArgs) -> dict:
    """Return the address part of a page's title; the last few are remembered."""
    with _guard:
        if args.title not in _seen:
            _seen[args.title] = len(args.title)
            while len(_seen) > 64:
                _seen.popitem(last=False)
    return {"slug": re.sub(r"[^a-z0-9]+", "-", args.title.lower()).strip("-")}


class JobArgs(BaseModel):
    job: int = Field(ge=1, le=1_000, description="Number of the job.")


@forge_tool(args_schema=JobArgs, tier="read")
async def poll_status(args: JobArgs) -> dict:
    """Tell how far a job has got."""
    await asyncio.sleep(0.01)
    return {"job": args.job, "status": "done"}


async def _digest(arguments: dict[str, Any]) -> dict[str, Any]:
    data = arguments["name"].encode("utf-8", "replace")
    digest = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", data, b"salt", 20_000)
    return {"digest": digest.hex()}


slow_digest = FnToolExecutor(
    "slow_digest",
    _digest,
    description="Return a slow digest of a name.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 100, "description": "The name."}},
        "required": ["name"],
        "additionalProperties": False,
    },
)


class OrderArgs(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    product: str = Field(min_length=1, max_length=60, description="Name of the product.")
    count: int = Field(ge=1, le=100, description="How many.")

    @field_validator("product")
    @classmethod
    def _lower(cls, product: str) -> str:
        return product.lower()


@forge_tool(args_schema=OrderArgs, tier="write", raises=[ToolError])
def place_order(args: OrderArgs) -> dict:
    """Place an order for one product of the shop."""
    if args.product not in {"apple", "bread"}:
        raise ToolError("There is no such product. Order apple or bread.", code="product_not_found")
    return {"product": args.product, "count": args.count}


class JsonArgs(BaseModel):
    document: str = Field(max_length=5_000, description="A JSON document.")


@forge_tool(args_schema=JsonArgs, tier="read")
def json_shape(args: JsonArgs) -> dict:
    """Tell of which kind a JSON document is."""
    try:
        data = json.loads(args.document)
    except (ValueError, RecursionError):
        return {"error": "not_json", "message": "The document is not JSON; check quotes and brackets."}
    return {"kind": type(data).__name__, "size": len(data) if isinstance(data, (dict, list)) else 1}


class DuplicatesArgs(BaseModel):
    items: list[Annotated[str, Field(max_length=100, description="An item.")]] = Field(
        max_length=5_000, description="Items to compare."
    )


@forge_tool(args_schema=DuplicatesArgs, tier="read")
def find_duplicates(args: DuplicatesArgs) -> dict:
    """Count the items that occur more than once."""
    return {"duplicates": sum(1 for count in Counter(args.items).values() if count > 1)}


_register(
    "rate_password",
    "Rate the strength of a password, from 0 to 4.",
    {
        "type": "object",
        "properties": {"password": {"type": "string", "maxLength": 64, "description": "The password to rate."}},
        "required": ["password"],
        "additionalProperties": False,
    },
    lambda password: {"strength": min(4, len(set(password)) // 4)},
)


class RangeArgs(BaseModel):
    start: int = Field(ge=0, le=1_000, description="Lower end of the range.")
    end: int = Field(ge=0, le=1_000, description="Upper end of the range.")
    value: int = Field(ge=0, le=1_000, description="Value in the range.")


@forge_tool(args_schema=RangeArgs, tier="read")
def percentage_of(args: RangeArgs) -> dict:
    """Tell where in a range a value lies, in percent."""
    if args.end <= args.start:
        return {"error": "empty_range", "message": "The upper end must be greater than the lower end."}
    return {"percent": (args.value - args.start) * 100 / (args.end - args.start)}


class LetterArgs(BaseModel):
    greeting: str = Field(default="Dear $name,", max_length=200, description="Greeting, with $name in it.")


@forge_tool(args_schema=LetterArgs, tier="read")
def fill_letter(args: LetterArgs) -> dict:
    """Write the first line of a letter."""
    return {"line": args.greeting.replace("$name", "Ada")}


class MoveArgs(BaseModel):
    board: list[list[Literal["x", "o", ""]]] = Field(
        min_length=1, max_length=10, description="Rows of the board, each with its cells."
    )


@forge_tool(args_schema=MoveArgs, tier="read")
def count_moves(args: MoveArgs) -> dict:
    """Count the moves on a board."""
    return {"x": sum(row.count("x") for row in args.board), "o": sum(row.count("o") for row in args.board)}
