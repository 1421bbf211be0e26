"""Swaps: a file is replaced with a link while the tool waits, or before it opens the file again."""

from __future__ import annotations

import asyncio
import builtins
import io
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ....oracles.module_places import module_places

__all__ = ["MANY_OPENS", "Waits", "swap", "while_it_opens", "while_it_waits"]

#: A second open may follow a check of the file's type; a third one relies on the name alone.
MANY_OPENS = 3


class Waits:
    """How often a call has paused and opened files.

    Attributes:
        count: Pauses of `time.sleep` and `asyncio.sleep`.
        opens: How often each file was opened, by absolute path.
    """

    def __init__(self) -> None:
        self.count = 0
        self.opens: Counter[str] = Counter()


@contextmanager
def while_it_waits(waits: Waits, do: Callable[[], object] | None = None) -> Iterator[None]:
    """Count the pauses of the code in the block, and call *do* in the first one."""

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
    # Also replace it where a tool's module has imported it by name.
    for plain, noting in ((plain_sleep, sleep), (plain_async, sleep_async)):
        for module, name in module_places(plain, leave_out=__name__):
            replaced.append((module, name, plain))
            setattr(module, name, noting)
    try:
        yield
    finally:
        for module, name, plain in replaced:
            setattr(module, name, plain)


@contextmanager
def while_it_opens(waits: Waits, path: Path | None = None, do: Callable[[], object] | None = None) -> Iterator[None]:
    """Count how often files are opened by name, and call *do* before *path* is opened for the third time."""

    def noting(plain: Callable[..., Any]) -> Callable[..., Any]:
        def opens(file: Any, *args: Any, **options: Any) -> Any:
            if isinstance(file, str | os.PathLike):
                name = os.path.normpath(os.path.abspath(os.fspath(file)))  # noqa: PTH100  # links stay as they are
                waits.opens[name] += 1
                if do is not None and name == str(path) and waits.opens[name] == MANY_OPENS:
                    with suppress(OSError):
                        do()
            return plain(file, *args, **options)

        return opens

    places: tuple[tuple[Any, Callable[..., Any]], ...] = ((builtins, builtins.open), (io, io.open))
    for module, plain in places:
        module.open = noting(plain)
    try:
        yield
    finally:
        for module, plain in places:
            module.open = plain


def swap(path: Path, target: Path) -> None:
    """Replace *path* with a link to *target*."""
    path.unlink(missing_ok=True)
    path.symlink_to(target)
