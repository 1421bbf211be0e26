"""Tools that break valid_calls_return, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import tool
from ..shared.good_robustness import Query
from ..shared.good_robustness import tool as tool2


class Name(BaseModel):
    name: str = Field(description="A full name.", max_length=60)


class Steps(BaseModel):
    start: int = Field(description="Where to begin.", ge=-20, le=20)
    step: int = Field(1, description="How far each step goes.", ge=-3, le=3)


@breaks("valid_calls_return")
@tool("valid_calls_return__async_spin", Steps)
async def async_spin(args: Steps) -> Any:
    while args.step == -2:
        pass
    return {"step": args.step}


@breaks("valid_calls_return")
@tool("valid_calls_return__replaced_by_itself", Name)
def replaced_by_itself(args: Name) -> Any:
    name = args.name
    while "  " in name or name.startswith(" "):
        name = name.strip("x")
    return {"name": name}


class SlotArgs(BaseModel):
    slot: int = Field(ge=0, le=100, description="Number of the slot.")


@breaks("valid_calls_return", "call_returns")
@forge_tool(args_schema=SlotArgs, tier="read")
def wait_for_slot(args: SlotArgs) -> dict:
    """Return the first free slot after a slot."""
    taken = {100: 100}
    slot = args.slot
    while slot in taken:
        slot = taken[slot]
    return {"slot": slot}


class NumberArgs(BaseModel):
    start: int = Field(ge=-100, le=10_000, description="Where to start.")


@breaks("valid_calls_return")
@forge_tool(args_schema=NumberArgs, tier="read")
def collatz_steps(args: NumberArgs) -> dict:
    """Count the steps until a number has become one."""
    number, steps = args.start, 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return {"steps": steps}


class Rounds(BaseModel):
    rounds: int = Field(description="How many rounds.", ge=0)


@keeps("valid_calls_return")
@tool2("slow_but_linear", Rounds)
def slow_but_linear(args: Rounds) -> Any:
    total = 0
    for number in range(args.rounds):
        total += number
    return {"total": total}


@keeps("valid_calls_return", budget="standard")
@tool2("hashes_slowly", Query)
async def hashes_slowly(args: Query) -> Any:
    text = args.query.encode("utf-8", "replace")
    digest = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", text, b"salt", 600_000)
    return {"hash": digest.hex()}


@keeps("valid_calls_return")
@tool2("tries_again", Query)
def tries_again(args: Query) -> Any:
    for pause in (1, 2, 4):
        time.sleep(pause)
    return {"found": [args.query]}
