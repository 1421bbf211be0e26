"""Good tools that look as if approval could not hold them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any
from uuid import UUID

from pydantic import AnyUrl, BaseModel, Field, SecretStr, field_validator, model_validator

from forge_harness import FnToolExecutor, forge_tool


class NormalisedArgs(BaseModel):
    model_config = {"str_strip_whitespace": True}

    email: str = Field(description="Address of the customer.", max_length=80)
    day: dt.date = Field(description="Day of the visit.")
    amount: Decimal = Field(ge=0, le=1000, description="How much, in euros.")
    code: SecretStr = Field(description="The customer's PIN.")
    tags: list[str] = Field(default_factory=list, max_length=5, description="Labels.")

    @field_validator("email")
    @classmethod
    def _lower(cls, email: str) -> str:
        return email.lower()

    @field_validator("tags")
    @classmethod
    def _unique(cls, tags: list[str]) -> list[str]:
        return sorted(set(tags))


@forge_tool(args_schema=NormalisedArgs, tier="write", register=False)
def normalises(args: NormalisedArgs) -> dict[str, str]:
    """Note a customer's visit."""
    return {"noted": args.email}


class ReadingArgs(BaseModel):
    name: str = Field(description="Name of the customer.", max_length=80)

    @model_validator(mode="after")
    def _reads(self) -> ReadingArgs:
        # Reading while validating is allowed; so is looking at the clock.
        Path(__file__).read_text()
        dt.datetime.now(tz=dt.UTC)
        return self


@forge_tool(args_schema=ReadingArgs, tier="read", register=False)
def reads_while_validating(args: ReadingArgs) -> dict[str, str]:
    """Greet a customer."""
    return {"greeting": f"Hello {args.name}"}


class WriterArgs(BaseModel):
    text: str = Field(description="Text of the entry.", max_length=80)


@forge_tool(args_schema=WriterArgs, tier="write", register=False)
def writes_when_granted(args: WriterArgs) -> dict[str, int]:
    """Add an entry to the diary."""
    with Path("diary.txt").open("a") as diary:
        return {"characters": diary.write(args.text)}


@forge_tool(args_schema=WriterArgs, tier="execute", required_scopes=["diary:write", "diary:read"], register=False)
async def waits(args: WriterArgs) -> dict[str, int]:
    """Count the characters of an entry."""
    return {"characters": len(args.text)}


def _ping(arguments: dict[str, Any]) -> dict[str, Any]:
    """Answer a ping."""
    return {"pong": arguments.get("text", "")}


executes = FnToolExecutor(
    "ping",
    _ping,
    tier="read",
    input_schema={"type": "object", "properties": {"text": {"type": "string", "description": "What to send back."}}},
)


class MomentArgs(BaseModel):
    at: dt.datetime = Field(description="Moment of the reading, for example 2099-06-30T08:30:00+00:00.")
    every: dt.timedelta = Field(description="How often it is read.", examples=["PT90M", "P1W"])
    clock: dt.time = Field(default=dt.time(8, 30), description="Time of the report.", examples=["08:30:00+00:00"])
    sensor: UUID = Field(description="The sensor.", examples=["urn:uuid:12345678-1234-5678-1234-567812345678"])
    host: IPv6Address = Field(description="Where the sensor is.", examples=["2001:0db8:0000:0000:0000:0000:0000:0001"])
    page: AnyUrl = Field(description="What the reading is shown on.", examples=["HTTPS://Bücher.example:443/a b"])


@forge_tool(args_schema=MomentArgs, tier="read", register=False)
def reads_moments(args: MomentArgs) -> dict[str, str]:
    """Plan the readings of a sensor."""
    return {"at": args.at.isoformat(), "sensor": args.sensor.hex}


class ShiftArgs(BaseModel):
    begins: dt.datetime = Field(description="When the shift begins; without a zone, UTC is meant.")
    bell: dt.time = Field(default=dt.time(9), description="When the bell rings; without a zone, UTC is meant.")

    @model_validator(mode="after")
    def _in_utc(self) -> ShiftArgs:
        if self.begins.tzinfo is None:
            self.begins = self.begins.replace(tzinfo=dt.UTC)
        if self.bell.tzinfo is None:
            self.bell = self.bell.replace(tzinfo=dt.UTC)
        return self


@forge_tool(args_schema=ShiftArgs, tier="read", register=False)
def fills_in_a_zone(args: ShiftArgs) -> dict[str, str]:
    """Tell when a shift begins, in UTC."""
    return {"begins": args.begins.astimezone(dt.UTC).isoformat() if args.begins.year > 1 else "long ago"}


class SpanArgs(BaseModel):
    low: int = Field(ge=0, le=1000, description="Lower end.")
    high: int = Field(ge=0, le=1000, description="Upper end; a range that is given the wrong way round is turned.")

    @model_validator(mode="after")
    def _in_order(self) -> SpanArgs:
        if self.low > self.high:
            self.low, self.high = self.high, self.low
        return self


@forge_tool(args_schema=SpanArgs, tier="read", register=False)
def turns_a_range(args: SpanArgs) -> dict[str, int]:
    """Add up the numbers of a range."""
    return {"sum": (args.low + args.high) * (args.high - args.low + 1) // 2}
