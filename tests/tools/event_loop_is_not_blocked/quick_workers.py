"""Async functions that leave quick work to a pool; one waits for its result without giving the loop a turn."""

from __future__ import annotations

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Text = Annotated[str, Field(min_length=1, max_length=10_000, description="Text to measure.")]


def _packed(text: str) -> int:
    return len(zlib.compress(text.encode("utf-8", "replace")))


@breaks("event_loop_is_not_blocked")
async def packed_size(text: Text) -> int:
    """Return how many bytes a text has once it is packed."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(_packed, text).result()


@keeps("event_loop_is_not_blocked", judged=True)
async def zipped_size(text: Text) -> int:
    """Return how many bytes a text has once it is packed."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        job = pool.submit(_packed, text)
        await asyncio.wrap_future(job)
        return job.result()
