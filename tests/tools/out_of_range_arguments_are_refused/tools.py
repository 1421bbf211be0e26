"""Tools that break out_of_range_arguments_are_refused, and others that resemble them and keep it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    field_validator,
)

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps


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


range_clamped = breaks("out_of_range_arguments_are_refused")(
    broken_tool("out_of_range_arguments_are_refused__clamped", Clamped)
)


class PaintArgs(BaseModel):
    litres: int = Field(description="How many litres.", json_schema_extra={"minimum": 1, "maximum": 50})
    colour: Literal["red", "green", "blue"] = Field(description="The colour.")


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=PaintArgs, tier="write")
def mix_paint(args: PaintArgs) -> dict:
    """Mix paint of a colour."""
    return {"litres": args.litres, "colour": args.colour}


def split_on_commas(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


class Unit(StrEnum):
    METRE = "m"
    FOOT = "ft"


class Row(BaseModel):
    sku: str = Field(min_length=2, max_length=8)
    count: int = Field(ge=1, le=9)
    note: str | None = None


class LenientArguments(BaseModel):
    tags: Annotated[list[str], BeforeValidator(split_on_commas)] = Field(default_factory=list, max_length=3)
    rows: list[Row] = Field(default_factory=list)
    unit: Unit = Unit.METRE
    size: Literal["s", "m"] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    limits: dict[str, int] = Field(default_factory=dict)
    kinds: set[Literal["a", "b"]] = Field(default_factory=set)
    share: float = Field(0.5, gt=0, lt=1)
    limit: int = Field(20, ge=1, le=100)

    @field_validator("limit", mode="before")
    @classmethod
    def null_is_default(cls, value: Any) -> Any:
        return 20 if value is None else value


@keeps("out_of_range_arguments_are_refused", "valid_arguments_are_accepted")
@forge_tool(name="lenient", description="Kind to models.", args_schema=LenientArguments, register=False)
def lenient(args: LenientArguments) -> dict[str, Any]:
    return {"ok": True}


class OfferedArguments(BaseModel):
    city: str = Field(description="The city.", json_schema_extra={"enum": ["Bern", "Wien"]})


@keeps("out_of_range_arguments_are_refused", "valid_arguments_are_accepted")
@forge_tool(
    name="refuses_itself", tier="read", description="Shows a city.", args_schema=OfferedArguments, register=False
)
def refuses_itself(args: OfferedArguments) -> dict[str, Any]:
    if args.city not in {"Bern", "Wien"}:
        raise ToolError("That city is not served. Choose one of the list.", code="not_served")
    return {"ok": True}


@breaks("out_of_range_arguments_are_refused")
@forge_tool(name="stumbles", tier="read", description="Shows a city.", args_schema=OfferedArguments, register=False)
def stumbles(args: OfferedArguments) -> dict[str, Any]:
    return {"found": {"Bern": 1, "Wien": 2}[args.city]}


class _RateArgs(BaseModel):
    amount: float = Field(ge=0, le=1e6, description="Amount of money.")
    currency: str = Field(description="Currency.", json_schema_extra={"enum": ["eur", "usd", "jpy"]})


@keeps("out_of_range_arguments_are_refused", judged=True)
@forge_tool(args_schema=_RateArgs, tier="read")
def in_cents(args: _RateArgs) -> dict:
    """Return an amount in cents; the tool itself refuses other currencies."""
    digits = {"eur": 2, "usd": 2, "jpy": 0}.get(args.currency)
    if digits is None:
        return {"error": "unknown_currency", "message": "Currencies are eur, usd and jpy."}
    return {"cents": round(args.amount * 10**digits)}


@breaks("out_of_range_arguments_are_refused")
@forge_tool(args_schema=_RateArgs, tier="read")
def in_notes(args: _RateArgs) -> dict:
    """Return an amount in notes, of which there are none below a hundred."""
    if args.amount < 100:
        return {"error": "too_little", "message": "There is no such note."}
    return {"notes": args.amount // 100, "currency": args.currency}
