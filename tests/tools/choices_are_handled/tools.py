"""Tools that break choices_are_handled, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import tool
from ..shared.good_robustness import tool as tool2


class Calculation(BaseModel):
    left: float = Field(description="First number.", ge=-1000, le=1000)
    right: float = Field(description="Second number.", ge=-1000, le=1000)
    operation: Literal["add", "subtract", "multiply", "modulo"] = Field(description="What to do with them.")


@breaks("choices_are_handled")
@tool("choices_are_handled__unbound", Calculation)
def unbound_choice(args: Calculation) -> Any:
    if args.operation == "add":
        result = args.left + args.right
    elif args.operation == "subtract":
        result = args.left - args.right
    elif args.operation == "multiply":
        result = args.left * args.right
    return {"result": result}


@breaks("choices_are_handled")
@tool("choices_are_handled__async_match", Calculation)
async def async_match(args: Calculation) -> Any:
    match args.operation:
        case "add":
            return {"result": args.left + args.right}
        case "subtract" | "multiply":
            return {"result": args.left - args.right}


@breaks("choices_are_handled")
@tool("choices_are_handled__refused", Calculation)
def refused(args: Calculation) -> Any:
    if args.operation in ("add", "subtract", "multiply"):
        return {"result": args.left}
    raise ValueError(f"Unknown operation: {args.operation}")


@breaks("choices_are_handled")
@tool("choices_are_handled__not_implemented", Calculation)
def not_implemented(args: Calculation) -> Any:
    if args.operation == "modulo":
        raise NotImplementedError
    return {"result": args.left}


HANDLERS = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b}


@breaks("choices_are_handled")
@tool("choices_are_handled__no_handler", Calculation)
def no_handler(args: Calculation) -> Any:
    return {"result": HANDLERS.get(args.operation)(args.left, args.right)}


class Filter(BaseModel):
    field: Literal["name", "price", "stock"] = Field(description="Field to look at.")


class Search(BaseModel):
    filters: list[Filter] = Field(description="All must hold.", min_length=1, max_length=3)


ROWS = [{"name": "apple", "price": 40}, {"name": "bread", "price": 320}]


@breaks("choices_are_handled")
@tool("choices_are_handled__deep", Search)
def deep_choice(args: Search) -> Any:
    return {"values": [row[wanted.field] for row in ROWS for wanted in args.filters]}


class ExportArgs(BaseModel):
    format: Literal["csv", "json", "xlsx"] = Field(description="Format of the export.")


@breaks("choices_are_handled")
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


priority_label = breaks("choices_are_handled", "valid_calls_do_not_crash")(
    FnToolExecutor(
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
)


class Action(BaseModel):
    action: Literal["create", "update", "delete", "clear"] = Field(description="What to do.")
    name: str = Field("list", description="Name of the list.", max_length=20)


LISTS: dict[str, list[str]] = {}


@keeps("choices_are_handled")
@tool2("needs_what_is_there", Action, tier="write")
def needs_what_is_there(args: Action) -> Any:
    if args.action == "create":
        return {"created": args.name}
    if args.action == "clear":
        LISTS.clear()
        return None
    if args.name not in LISTS:
        raise ToolError(f"Unknown list {args.name!r}. Create it first.", code="unknown_list")
    return {"done": args.action}


class Format(BaseModel):
    text: str = Field(description="A text.", max_length=40)
    format: Literal["plain", "upper", "none"] = Field(description="How to write it.")


@keeps("choices_are_handled")
@tool2("empty_by_choice", Format)
def empty_by_choice(args: Format) -> Any:
    if args.format == "none":
        written = None
    else:
        written = args.text.upper() if args.format == "upper" else args.text
    return {"written": written, "format": args.format}


class Calculation2(BaseModel):
    left: float = Field(description="First number.", ge=-1000, le=1000)
    right: float = Field(description="Second number.", ge=-1000, le=1000)
    operation: Literal["add", "divide", "power"] = Field(description="What to do with them.")


@keeps("choices_are_handled")
@tool2("defended_default", Calculation2)
def defended_default(args: Calculation2) -> Any:
    if args.operation == "add":
        return {"result": args.left + args.right}
    if args.operation == "divide":
        if args.right == 0:
            return {"error": "division_by_zero", "message": "Nothing can be divided by 0. Choose another number."}
        return {"result": args.left / args.right}
    if args.operation == "power":
        return {"result": None if args.left == 0 else min(abs(args.left), 2) ** min(args.right, 50)}
    raise ValueError(f"Unknown operation: {args.operation}")
