"""Descriptions that name choices and numbers, not all of which the schema allows."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class AlarmArgs(BaseModel):
    """An alarm."""

    level: Literal["calm", "loud", "shrill"] = Field(description="How loud it is.")
    code: str = Field(pattern=r"^AL-[0-9]{4}-[0-9]{3}$", description="Its code: AL, the year and a number.")


class PartArgs(BaseModel):
    """A part."""

    part: str = Field(pattern=r"^PT-[0-9]{4}-[0-9]{5}$", description="Number of the part, e.g. PT-2023-0042.")


class WholePartArgs(BaseModel):
    """A part."""

    part: str = Field(
        pattern=r"^PT-[0-9]{4}-[0-9]{5}$", description="Number of the part; those of a year begin with PT-2023."
    )


@breaks("defaults_fit_the_schema")
@forge_tool(
    args_schema=AlarmArgs,
    tier="write",
    register=False,
    description='Set an alarm: "calm" for reminders, "loud" where nobody may sleep, and "deafening" for a fire.',
)
def set_alarm(args: AlarmArgs) -> dict[str, str]:
    return {"level": args.level}


@keeps("defaults_fit_the_schema")
@forge_tool(
    args_schema=AlarmArgs,
    tier="write",
    register=False,
    description='Set an alarm: "calm" for reminders, "loud" or "shrill" for a fire, but never "silent".',
)
def plan_alarm(args: AlarmArgs) -> dict[str, str]:
    return {"level": args.level}


@keeps("defaults_fit_the_schema")
@forge_tool(
    args_schema=AlarmArgs,
    tier="read",
    register=False,
    description='Return "state" and "since". A "calm" alarm can become "loud". The "state" is "set" or "off".',
)
def show_alarm(args: AlarmArgs) -> dict[str, str]:
    return {"state": "set", "since": "2024-01-01"}


@breaks("defaults_fit_the_schema")
@forge_tool(args_schema=PartArgs, tier="read", register=False, description="Tell how many of a part there are.")
def count_part(args: PartArgs) -> dict[str, int]:
    return {"count": len(args.part)}


@keeps("defaults_fit_the_schema")
@forge_tool(args_schema=WholePartArgs, tier="read", register=False, description="Tell how many of a part there are.")
def weigh_part(args: WholePartArgs) -> dict[str, int]:
    return {"weight": len(args.part)}


class DeskArgs(BaseModel):
    """A desk in a lending library."""

    step: Literal["lend", "return", "renew"] = Field(description="What to do.")


@keeps("defaults_fit_the_schema")
@forge_tool(
    args_schema=DeskArgs,
    tier="write",
    register=False,
    description='Serve a reader: "lend" hands a book out and reports "due" with the rest, "renew" puts it off.',
)
def serve_reader(args: DeskArgs) -> dict[str, str]:
    return {"step": args.step, "due": "2024-05-01"}


@breaks("defaults_fit_the_schema")
@forge_tool(
    args_schema=DeskArgs,
    tier="write",
    register=False,
    description='Serve a guest: "lend" hands a book out, "renew" puts its day off, and "reserve" keeps it for later.',
)
def serve_guest(args: DeskArgs) -> dict[str, str]:
    return {"step": args.step}
