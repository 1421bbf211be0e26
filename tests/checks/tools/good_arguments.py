"""Good tools that look like broken ones: what they take."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    AnyUrl,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NaiveDatetime,
    field_validator,
    model_validator,
)

from forge_harness import FnToolExecutor, forge_tool


def split_on_commas(value: Any) -> Any:
    return value.split(",") if isinstance(value, str) else value


class Unit(StrEnum):
    METRE = "m"
    FOOT = "ft"


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


@forge_tool(name="forms", description="Texts with forms of their own.", args_schema=FormsArguments, register=False)
def forms(args: FormsArguments) -> dict[str, Any]:
    return {"ok": True}


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


@forge_tool(name="lenient", description="Kind to models.", args_schema=LenientArguments, register=False)
def lenient(args: LenientArguments) -> dict[str, Any]:
    return {"ok": True}


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


@forge_tool(name="strict", description="Every special type.", args_schema=StrictArguments, register=False)
def strict(args: StrictArguments) -> dict[str, Any]:
    return {"ok": True}


class ChoiceArguments(BaseModel):
    path: str | None = Field(None, description="File to read.")
    url: str | None = Field(None, description="URL to read.")

    @model_validator(mode="after")
    def exactly_one(self) -> ChoiceArguments:
        if (self.path is None) == (self.url is None):
            raise ValueError("give exactly one")
        return self


@forge_tool(name="choice", description="Exactly one of two.", args_schema=ChoiceArguments, register=False)
def choice(args: ChoiceArguments) -> dict[str, Any]:
    return {"ok": True}


class Nothing(BaseModel):
    pass


@forge_tool(name="nothing", description="Takes nothing.", args_schema=Nothing, register=False)
def nothing(args: Nothing) -> dict[str, Any]:
    return {"ok": True}


def _look_up(arguments: dict[str, Any]) -> dict[str, Any]:
    if arguments["name"] != "ada":
        raise KeyError("There is no such name.")
    return {"found": 1, "limit": arguments.get("limit", 5)}


look_up = FnToolExecutor(
    "look_up",
    _look_up,
    description="Look a name up; raises KeyError of its own.",
    input_schema={
        "type": "object",
        "properties": {"name": {"type": "string"}, "limit": {"type": "integer", "minimum": 1, "maximum": 9}},
        "required": ["name"],
    },
)
