"""Tools that break valid_arguments_are_accepted, and others that resemble them and keep it."""

from __future__ import annotations

from datetime import date
from ipaddress import IPv4Address
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    field_validator,
    model_validator,
)

from forge_harness import forge_tool

from ..marks import breaks, keeps


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


class FiveDigits(BaseModel):
    code: str = Field(description="Number of the member, such as M00042.", pattern=r"^M[0-9]{1,5}$")

    @field_validator("code")
    @classmethod
    def is_long(cls, value: str) -> str:
        if len(value) != 6:
            raise ValueError("five digits")
        return value


valid_five = breaks("valid_arguments_are_accepted")(broken_tool("valid_arguments_are_accepted__five", FiveDigits))


class FlightArgs(BaseModel):
    origin: str = Field(min_length=3, max_length=3, description="Airport code to start from.")
    passengers: int = Field(default=1, ge=1, le=9, description="How many travel.")

    @field_validator("passengers")
    @classmethod
    def _few(cls, passengers: int) -> int:
        if passengers > 8:
            raise ValueError("too many passengers")
        return passengers


@breaks("valid_arguments_are_accepted")
@forge_tool(args_schema=FlightArgs, tier="read")
def find_flights(args: FlightArgs) -> dict:
    """Find flights that leave today."""
    return {"origin": args.origin, "flights": [], "passengers": args.passengers}


class RangeArguments(BaseModel):
    start: int = Field(5, ge=0, le=10, description="First.")
    end: int = Field(7, ge=0, le=10, description="Last.")
    first: date = Field(description="First day.")
    last: date = Field(date(2099, 1, 1), description="Last day.")
    since: str = Field(description="ISO-8601 date.")

    @model_validator(mode="after")
    def ordered(self) -> RangeArguments:
        if self.start > self.end:
            raise ValueError("start after end")
        return self

    @field_validator("since")
    @classmethod
    def is_date(cls, value: str) -> str:
        date.fromisoformat(value)
        return value

    @field_validator("end")
    @classmethod
    def after_start(cls, value: int, info: Any) -> int:
        if value < info.data.get("start", 0):
            raise ValueError("end before start")
        return value


@keeps("valid_arguments_are_accepted", "out_of_range_arguments_are_refused")
@forge_tool(name="ranges", description="Cross-field rules.", args_schema=RangeArguments, register=False)
def ranges(args: RangeArguments) -> dict[str, Any]:
    return {"ok": True}


class FormsArguments(BaseModel):
    share: str = Field(description="Share in percent.", pattern="^[0-9]{1,3}$")
    host: str = Field(description="Address of the host.", pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){3}$")
    digest: str = Field(description="Bytes in hexadecimal.", pattern="^[0-9a-f]{2,20}$")
    book: str = Field(description="Number of the book.", pattern="^[0-9]{10,13}$")
    word: str = Field(description="Password to be rated.", pattern="^[A-Za-z0-9_-]{1,64}$", examples=["Secret-1"])
    port: str = Field(description="Port.", pattern="^[1-9][0-9]{0,4}$")
    bounds: Annotated[int, BeforeValidator(lambda value: 600 if value == "all" else value)] = Field(ge=0, le=600)

    @model_validator(mode="after")
    def forms_hold(self) -> FormsArguments:
        if int(self.share) > 100 or len(bytes.fromhex(self.digest)) > 10 or len(self.book) not in (10, 13):
            raise ValueError("no such share, digest or book")
        return self

    @field_validator("host")
    @classmethod
    def is_address(cls, value: str) -> str:
        return str(IPv4Address(value))

    @field_validator("word")
    @classmethod
    def is_strong(cls, value: str) -> str:
        if value.islower() or value.isupper() or not any(letter.isdigit() for letter in value):
            raise ValueError("too weak")
        return value

    @field_validator("port")
    @classmethod
    def is_port(cls, value: str) -> str:
        if int(value) > 65_535:
            raise ValueError("no port")
        return value


@keeps("valid_arguments_are_accepted", "out_of_range_arguments_are_refused")
@forge_tool(name="forms", description="Texts with forms of their own.", args_schema=FormsArguments, register=False)
def forms(args: FormsArguments) -> dict[str, Any]:
    return {"ok": True}
