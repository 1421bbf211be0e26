"""Tools that resemble those that break process_state_is_left_alone, and keep it."""

from __future__ import annotations

import json
import random

from pydantic import BaseModel, Field

from forge_harness import ToolError, _register, forge_tool

from ..marks import keeps


class DiceArgs(BaseModel):
    sides: int = Field(default=6, ge=2, le=100, description="How many sides a die has.")
    dice: int = Field(default=1, ge=1, le=20, description="How many dice are thrown.")


@keeps("process_state_is_left_alone", "equal_calls_agree")
@forge_tool(args_schema=DiceArgs, tier="read")
def roll_dice(args: DiceArgs) -> dict:
    """Throw some dice."""
    return {"thrown": [random.randint(1, args.sides) for _ in range(args.dice)]}


keeps("process_state_is_left_alone", "schema_and_model_agree")(
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
)


class QueryArgs(BaseModel):
    document: str = Field(description="A JSON document.", max_length=4000)
    path: str = Field(description="Dotted path, for example 'items.0.name'.", max_length=200)


@keeps("process_state_is_left_alone", "valid_calls_do_not_crash")
@forge_tool(args_schema=QueryArgs, tier="read", raises=[ToolError])
def json_get(args: QueryArgs) -> dict:
    """Return what stands at a path of a JSON document."""
    try:
        value = json.loads(args.document, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON.", code="bad_json") from None
    for step in args.path.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 6 and int(step) < len(value):
            value = value[int(step)]
        else:
            return {"found": False, "value": None}
    return {"found": True, "value": json.dumps(value)[:4000]}
