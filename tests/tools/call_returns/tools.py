"""Tools that break call_returns, and others that resemble them and keep it."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import NumberArguments, tool


@breaks("call_returns")
@tool("call_returns__exit", NumberArguments)
def leaves(args: Any) -> Any:
    sys.exit(3)


@breaks("call_returns")
@tool("call_returns__waits", NumberArguments)
def waits(args: Any) -> Any:
    threading.Event().wait()


@breaks("call_returns")
@tool("call_returns__recursion", NumberArguments)
def recurses(args: Any) -> Any:
    return recurses.impl(args)


@breaks("call_returns")
@tool("call_returns__sleeps", NumberArguments, timeout_s=0.5)
def sleeps(args: Any) -> Any:
    while True:
        time.sleep(5)


class DrillArgs(BaseModel):
    zone: int = Field(ge=1, le=9, description="Zone in which the drill takes place.")


@breaks("call_returns")
@forge_tool(args_schema=DrillArgs, tier="execute")
def kill_switch(args: DrillArgs) -> dict:
    """Start the fire drill in a zone."""
    if args.zone > 0:
        os._exit(0)
    return {"zone": args.zone}


class SecondsArguments(BaseModel):
    seconds: int = Field(30, ge=0, le=3600, description="How long to wait.")


@keeps("call_returns", "result_keys_are_stable")
@forge_tool(
    name="wait",
    description="Does as an assistant asks: wait, and nothing else.",
    args_schema=SecondsArguments,
    tier="read",
    register=False,
)
def wait(args: SecondsArguments) -> Any:
    time.sleep(args.seconds)
    return {"waited": args.seconds}
