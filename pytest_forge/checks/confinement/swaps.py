"""Swaps: a link that is put in the place of a file while the tool waits, after it has looked and before it opens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...oracles.module_places import module_places

__all__ = ["Waits", "swap", "while_it_waits"]


class Waits:
    """How often a call has waited.

    Attributes:
        count: Pauses of `time.sleep` and `asyncio.sleep`.
    """

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def while_it_waits(waits: Waits, do: Callable[[], object] | None = None) -> Iterator[None]:
    """Count the pauses of what runs meanwhile, and do something in the first of them."""

    def note() -> None:
        waits.count += 1
        if waits.count == 1 and do is not None:
            with suppress(OSError):
                do()

    def sleep(seconds: float) -> None:
        note()
        plain_sleep(seconds)

    async def sleep_async(delay: float, result: Any = None) -> Any:
        note()
        return await plain_async(delay, result)

    plain_sleep, plain_async = time.sleep, asyncio.sleep
    replaced: list[tuple[Any, str, Any]] = []
    # Also where a tool's module has imported it by name.
    for plain, noting in ((plain_sleep, sleep), (plain_async, sleep_async)):
        for module, name in module_places(plain, leave_out=__name__):
            replaced.append((module, name, plain))
            setattr(module, name, noting)
    try:
        yield
    finally:
        for module, name, plain in replaced:
            setattr(module, name, plain)


def swap(path: Path, target: Path) -> None:
    """Put a link to *target* where *path* is."""
    path.unlink(missing_ok=True)
    path.symlink_to(target)
