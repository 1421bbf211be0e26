"""Tools that break schema_and_model_agree, and others that resemble them and keep it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from pydantic import (
    AnyUrl,
    BaseModel,
    ConfigDict,
    Field,
    NaiveDatetime,
)

from forge_harness import FnToolExecutor, _register, forge_tool

from ..marks import breaks, keeps


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


class Closed(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    name: str = Field(min_length=1)


class Dropping(BaseModel):
    guests: list[Closed]


agree_dropping = breaks("schema_and_model_agree")(broken_tool("schema_and_model_agree__dropping", Dropping))


agree_key = breaks("schema_and_model_agree")(
    FnToolExecutor(
        "schema_and_model_agree__key",
        lambda arguments: {"limit": arguments["limit"]},
        description="Broken.",
        input_schema={"type": "object", "properties": {"limit": {"type": "integer"}}},
    )
)


breaks("schema_and_model_agree", "valid_calls_do_not_crash", "call_returns", "valid_arguments_are_accepted")(
    _register(
        name="list_seats",
        description="List the free seats of a train, by coach.",
        input_schema={
            "type": "object",
            "properties": {
                "train": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "Number of the train."},
                "coach_number": {"type": "integer", "minimum": 1, "maximum": 20, "description": "Number of the coach."},
            },
            "required": ["train"],
            "additionalProperties": False,
        },
        impl=lambda train, coach=1: {"train": train, "coach": coach, "free": [11, 12]},
    )
)


class StrictArguments(BaseModel):
    model_config = ConfigDict(strict=True)

    day: date
    moment: NaiveDatetime
    later: datetime
    pause: timedelta
    price: Decimal = Field(ge=0, max_digits=8, decimal_places=2)
    key: UUID
    link: AnyUrl
    path: Path
    code: str = Field(pattern=r"^[A-Z]{3}-\d{4}$")


@keeps("schema_and_model_agree", "valid_arguments_are_accepted")
@forge_tool(name="strict", description="Every special type.", args_schema=StrictArguments, register=False)
def strict(args: StrictArguments) -> dict[str, Any]:
    return {"ok": True}


class Nothing(BaseModel):
    pass


@keeps("schema_and_model_agree", "valid_arguments_are_accepted")
@forge_tool(name="nothing", description="Takes nothing.", args_schema=Nothing, register=False)
def nothing(args: Nothing) -> dict[str, Any]:
    return {"ok": True}


def _look_up(arguments: dict[str, Any]) -> dict[str, Any]:
    if arguments["name"] != "ada":
        raise KeyError("There is no such name.")
    return {"found": 1, "limit": arguments.get("limit", 5)}


look_up = keeps("schema_and_model_agree", "valid_arguments_are_accepted")(
    FnToolExecutor(
        "look_up",
        _look_up,
        description="Look a name up; raises KeyError of its own.",
        input_schema={
            "type": "object",
            "properties": {"name": {"type": "string"}, "limit": {"type": "integer", "minimum": 1, "maximum": 9}},
            "required": ["name"],
        },
    )
)


async def _lines(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"lines": len(arguments["text"].splitlines())}


count_lines = keeps("schema_and_model_agree", "valid_calls_do_not_crash")(
    FnToolExecutor(
        "count_lines",
        _lines,
        description="Count the lines of a text.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {"text": {"type": "string", "maxLength": 5000, "description": "The text."}},
            "required": ["text"],
            "additionalProperties": False,
        },
    )
)
