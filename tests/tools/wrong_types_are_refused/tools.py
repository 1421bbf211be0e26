"""Tools that break wrong_types_are_refused."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    field_validator,
)

from forge_harness import forge_tool

from ..marks import breaks


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


def digits_of(value: Any) -> Any:
    return int("".join(filter(str.isdecimal, value)) or 0) if isinstance(value, str) else value


class Digits(BaseModel):
    count: Annotated[int, BeforeValidator(digits_of)] = Field(ge=0, le=600)


types_digits = breaks("wrong_types_are_refused")(broken_tool("wrong_types_are_refused__digits", Digits))


class ThermostatArgs(BaseModel):
    degrees: float = Field(ge=5, le=30, description="Wanted temperature, in degrees Celsius.")

    @field_validator("degrees", mode="wrap")
    @classmethod
    def _forgive(cls, value: object, handler: Any) -> float:
        try:
            return handler(value)
        except ValueError:
            return 20.0


@breaks("wrong_types_are_refused", "out_of_range_arguments_are_refused", "null_arguments_are_refused")
@forge_tool(args_schema=ThermostatArgs, tier="write")
def set_thermostat(args: ThermostatArgs) -> dict:
    """Set the temperature of the meeting room."""
    return {"degrees": args.degrees}
