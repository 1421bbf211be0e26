"""Async functions that wait for a file which is not there; one pauses the whole loop meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Name = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$", description="Name of the scan, e.g. page-12.")]
Seconds = Annotated[float, Field(ge=0, le=10, description="How long to wait, in seconds.")]


def _scan(name: str) -> dict | None:
    path = Path("scans") / f"{name}.json"
    if not path.is_file():
        return None
    try:
        scan = json.loads(path.read_text())
    except (OSError, ValueError):
        raise ValueError("The scan cannot be read.") from None
    return {"title": str(scan["title"])} if isinstance(scan, dict) and "title" in scan else None


@breaks("event_loop_is_not_blocked")
async def wait_for_scan(name: Name, seconds: Seconds = 1) -> dict:
    """Wait for a scan, and return its title."""
    until = time.monotonic() + seconds
    while (scan := _scan(name)) is None and time.monotonic() < until:
        await asyncio.sleep(0)
        time.sleep(0.05)
    if scan is None:
        raise ValueError("The scan is not there yet.")
    return scan


@keeps("event_loop_is_not_blocked", judged=True)
async def await_scan(name: Name, seconds: Seconds = 1) -> dict:
    """Wait for a scan, and return its title."""
    until = time.monotonic() + seconds
    while (scan := _scan(name)) is None and time.monotonic() < until:
        await asyncio.sleep(0.05)
    if scan is None:
        raise ValueError("The scan is not there yet.")
    return scan
