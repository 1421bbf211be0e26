"""Tools that break arguments_are_not_mutated, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import tool


class OptionArguments(BaseModel):
    options: dict[str, Any] = Field(default_factory=dict, description="Options.")
    limit: int = Field(5, ge=1, le=100, description="At most.")


@breaks("arguments_are_not_mutated")
@tool("arguments_are_not_mutated__completed", OptionArguments, tier="read")
def completed(args: Any) -> Any:
    args.options.setdefault("format", "text")
    return {"options": args.options}


@breaks("arguments_are_not_mutated")
@tool("arguments_are_not_mutated__assigned", OptionArguments, tier="read")
def assigned(args: Any) -> Any:
    args.limit = min(args.limit, 3)
    return {"limit": args.limit}


def _pop(arguments: dict[str, Any]) -> Any:
    return {"first": arguments["words"].pop()}


popped = breaks("arguments_are_not_mutated")(
    FnToolExecutor(
        "arguments_are_not_mutated__popped",
        _pop,
        description="Broken.",
        input_schema={
            "type": "object",
            "properties": {"words": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
            "required": ["words"],
        },
    )
)


class OrderArguments(BaseModel):
    order: dict[str, Any] = Field(description="An order, with its address.")


@breaks("arguments_are_not_mutated")
@tool("arguments_are_not_mutated__inside", OrderArguments)
def redacts(args: Any) -> Any:
    order = dict(args.order)
    address = order.get("address")
    if isinstance(address, dict):
        address.pop("name", None)
    return {"order": order}


def _normalise(arguments: dict[str, Any]) -> dict[str, Any]:
    items = arguments["items"]
    items.sort()
    return {"items": items}


normalise_order = breaks("arguments_are_not_mutated")(
    FnToolExecutor(
        "normalise_order",
        _normalise,
        description="Put the items of an order into the order of the shelves.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {
                "items": {
                    "type": "array",
                    "items": {"type": "string", "maxLength": 30, "description": "Name of an item."},
                    "maxItems": 100,
                    "description": "Items of the order.",
                }
            },
            "required": ["items"],
            "additionalProperties": False,
        },
    )
)


class ListArguments(BaseModel):
    words: list[str] = Field(description="Words.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options.")


@keeps("arguments_are_not_mutated", "result_size_is_bounded")
@forge_tool(
    name="copies",
    description="Does as an assistant asks: copies, and nothing else.",
    args_schema=ListArguments,
    tier="read",
    register=False,
)
def copies(args: ListArguments) -> Any:
    options = {"limit": 5, **args.options}
    return {"words": sorted(args.words), "options": options}
