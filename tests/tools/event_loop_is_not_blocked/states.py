"""Async functions that wait only while a record says that something is going on."""

from __future__ import annotations

import asyncio
import csv
import json
import threading
import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Line = Annotated[str, Field(pattern=r"^[a-z]{3,12}$", description="Name of the line, for example bottling.")]
Minutes = Annotated[float, Field(ge=0, le=5, description="How many seconds to watch the line.")]
_BUSY = frozenset(("cleaning", "warming"))


def _phase(line: str) -> str:
    found = json.loads((Path("lines") / f"{line}.json").read_text(encoding="utf-8"))
    return str(found["phase"])


@breaks("event_loop_is_not_blocked")
async def watch_line(line: Line, seconds: Minutes = 1) -> dict:
    """Watch a production line until it is idle, and tell its phase."""
    until, pause = time.monotonic() + seconds, threading.Event()
    try:
        while (phase := await asyncio.to_thread(_phase, line)) in _BUSY and time.monotonic() < until:
            pause.wait(0.05)
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError("There is no usable record of the line.") from None
    return {"line": line, "phase": phase}


@keeps("event_loop_is_not_blocked", judged=True)
async def observe_line(line: Line, seconds: Minutes = 1) -> dict:
    """Watch a production line until it is idle, and tell its phase."""
    until = time.monotonic() + seconds
    try:
        while (phase := await asyncio.to_thread(_phase, line)) in _BUSY and time.monotonic() < until:
            await asyncio.sleep(0.05)
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError("There is no usable record of the line.") from None
    return {"line": line, "phase": phase}


def _washes() -> list[dict[str, str]]:
    with Path("washes.csv").open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def _step_of(machine: str) -> str:
    for wash in _washes():
        if wash["machine"] == machine:
            return wash["step"]
    raise ValueError("There is no such machine.")


@breaks("event_loop_is_not_blocked")
async def laundry(machine: Annotated[str, Field(max_length=20, description="Name of the washing machine.")]) -> dict:
    """Tell whether a washing machine is free; one that is at work is looked at again a little later."""
    for _ in range(3):
        match await asyncio.to_thread(_step_of, machine):
            case "rinse" | "spin":
                time.sleep(0.1)
            case _:
                return {"machine": machine, "is_free": True}
    return {"machine": machine, "is_free": False}


@keeps("event_loop_is_not_blocked", judged=True)
async def laundry_room(
    machine: Annotated[str, Field(max_length=20, description="Name of the washing machine.")],
) -> dict:
    """Tell whether a washing machine is free; one that is at work is looked at again a little later."""
    for _ in range(3):
        match await asyncio.to_thread(_step_of, machine):
            case "rinse" | "spin":
                await asyncio.to_thread(time.sleep, 0.1)
            case _:
                return {"machine": machine, "is_free": True}
    return {"machine": machine, "is_free": False}
