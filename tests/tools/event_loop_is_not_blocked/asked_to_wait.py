"""Coroutines that ask a service: one blocks the event loop while it waits for another try."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import httpx
from pydantic import Field

from ..marks import breaks, keeps

Line = Annotated[str, Field(pattern="^[a-z]{1,12}$", description="Name of the line, e.g. blue.")]
Numbers = Annotated[list[int], Field(min_length=1, max_length=5, description="Small numbers.", examples=[[1, 2]])]
_URL = "https://trains.example.org/lines"


async def _asked(line: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=3) as client:
        return await client.get(f"{_URL}/{line}")


def _told(reply: httpx.Response) -> dict:
    if reply.status_code != 200:
        raise RuntimeError("The service does not answer.")
    return {"delay": int(reply.json()["delay"])}


@breaks("event_loop_is_not_blocked")
async def delay_of_line(line: Line) -> dict:
    """Return the delay of a line in minutes."""
    reply = await _asked(line)
    if reply.status_code == 503:
        time.sleep(0.2)
        reply = await _asked(line)
    return _told(reply)


@keeps("event_loop_is_not_blocked")
async def delay_on_line(line: Line) -> dict:
    """Return the delay of a line in minutes."""
    reply = await _asked(line)
    if reply.status_code == 503:
        await asyncio.sleep(0.2)
        reply = await _asked(line)
    return _told(reply)


def _squared(number: int) -> int:
    time.sleep(0.05)
    return number * number


@breaks("event_loop_is_not_blocked")
async def squares_of_a_pool(numbers: Numbers) -> list[int]:
    """Return the squares of numbers."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        return list(pool.map(_squared, numbers))


@keeps("event_loop_is_not_blocked")
async def awaited_squares(numbers: Numbers) -> list[int]:
    """Return the squares of numbers."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(max_workers=2) as pool:
        return await asyncio.gather(*(loop.run_in_executor(pool, _squared, number) for number in numbers))
