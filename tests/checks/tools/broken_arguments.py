"""Tools that break one promise about their arguments each; the tool's name begins with the check's id."""

from __future__ import annotations

import logging
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SkipValidation,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from forge_harness import FnToolExecutor, ToolError, forge_tool


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


class Clamped(BaseModel):
    limit: int = Field(ge=1, le=100)

    @field_validator("limit", mode="before")
    @classmethod
    def clamp(cls, value: Any) -> Any:
        return min(max(value, 1), 100) if isinstance(value, int) else value


class Telling(BaseModel):
    name: str

    @field_validator("name", mode="before")
    @classmethod
    def log(cls, value: Any) -> Any:
        logging.getLogger("names").warning("got the name %r", value)
        return value


class Talkative(BaseModel):
    name: str
    note: str

    @model_validator(mode="before")
    @classmethod
    def explain(cls, values: Any) -> Any:
        if "name" not in values:
            raise ToolError(f"The arguments {values} have no name.", code="ToolValidationError")
        return values


class Unchecked(BaseModel):
    count: SkipValidation[int]


class Stringy(BaseModel):
    text: Annotated[str, BeforeValidator(str)]


class Undefined(BaseModel):
    mode: Annotated[str, WithJsonSchema({"enum": ["fast", "slow"], "type": "string"})]


class Emptied(BaseModel):
    text: Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class NullChoice(BaseModel):
    label: str | None = Field(None)

    @field_validator("label")
    @classmethod
    def strip(cls, value: Any) -> Any:
        return value.strip()


class Narrow(BaseModel):
    mode: Literal["a", "b", "c"]

    @field_validator("mode")
    @classmethod
    def not_c(cls, value: str) -> str:
        if value == "c":
            raise ValueError("not c")
        return value


class Tighter(BaseModel):
    size: Annotated[int, Field(ge=1, le=5), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 10})]


class Item(BaseModel):
    count: int = Field(json_schema_extra={"minimum": 1})


class Nested(BaseModel):
    items: list[Item]


class LooseMap(BaseModel):
    limits: Annotated[dict[str, Any], WithJsonSchema({"type": "object", "additionalProperties": {"type": "integer"}})]


def digits_of(value: Any) -> Any:
    return int("".join(filter(str.isdecimal, value)) or 0) if isinstance(value, str) else value


class Digits(BaseModel):
    count: Annotated[int, BeforeValidator(digits_of)] = Field(ge=0, le=600)


class Closed(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    name: str = Field(min_length=1)


class Dropping(BaseModel):
    guests: list[Closed]


class FiveDigits(BaseModel):
    code: str = Field(description="Number of the member, such as M00042.", pattern=r"^M[0-9]{1,5}$")

    @field_validator("code")
    @classmethod
    def is_long(cls, value: str) -> str:
        if len(value) != 6:
            raise ValueError("five digits")
        return value


class ShortTicker(BaseModel):
    ticker: str = Field(description="Sign of the share.", pattern="^[A-Z]+$", min_length=1, max_length=9)

    @field_validator("ticker")
    @classmethod
    def is_short(cls, value: str) -> str:
        if len(value) > 4:
            raise ValueError("four letters at most")
        return value


types_digits = broken_tool("wrong_types_are_refused__digits", Digits)
agree_dropping = broken_tool("schema_and_model_agree__dropping", Dropping)
valid_five = broken_tool("valid_arguments_are_accepted__five", FiveDigits)
valid_short = broken_tool("valid_arguments_are_accepted__short", ShortTicker)
missing_talkative = broken_tool("missing_arguments_are_refused__talkative", Talkative)
types_told = broken_tool("wrong_types_are_refused__told", Telling)
types_unchecked = broken_tool("wrong_types_are_refused__unchecked", Unchecked)
types_stringy = broken_tool("wrong_types_are_refused__stringy", Stringy)
range_clamped = broken_tool("out_of_range_arguments_are_refused__clamped", Clamped)
range_undefined = broken_tool("out_of_range_arguments_are_refused__undefined", Undefined)
null_emptied = broken_tool("null_arguments_are_refused__emptied", Emptied)
valid_null = broken_tool("valid_arguments_are_accepted__null", NullChoice)
valid_choice = broken_tool("valid_arguments_are_accepted__choice", Narrow)
valid_tighter = broken_tool("valid_arguments_are_accepted__tighter", Tighter)
agree_nested = broken_tool("schema_and_model_agree__nested", Nested)
agree_map = broken_tool("schema_and_model_agree__map", LooseMap)

agree_key = FnToolExecutor(
    "schema_and_model_agree__key",
    lambda arguments: {"limit": arguments["limit"]},
    description="Broken.",
    input_schema={"type": "object", "properties": {"limit": {"type": "integer"}}},
)
