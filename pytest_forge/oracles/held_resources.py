"""HeldResources: the descriptors, threads, child processes and tasks that a process holds at one moment."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import Struct

# Counted around every call; creating Path objects would be most of the cost.
# ruff: noqa: PTH115, PTH208

__all__ = ["HeldResources", "ResourceKind"]

ResourceKind = Literal["descriptor", "thread", "process", "task"]

_PATIENCE_S = 0.15
_PAUSE_S = 0.005


class HeldResources(Struct, frozen=True):
    """The resources that a process holds at one moment.

    Attributes:
        descriptors: Descriptor to its target, as named by the system; empty if unnamed.
        threads: Identity to name of the living Python threads.
        processes: Ids of the child processes, zombies included; Linux only.
        tasks: Identity to name of the unfinished tasks of `loop`.
        loop: The event loop; or None.
        server: The id of the server's process, if these are the resources of one; None for this process.
    """

    descriptors: dict[int, str]
    threads: dict[int, str]
    processes: frozenset[int]
    tasks: dict[int, str]
    loop: asyncio.AbstractEventLoop | None
    server: int | None = None

    @classmethod
    def take(cls, loop: asyncio.AbstractEventLoop | None = None, *, server: int | None = None) -> HeldResources:
        """Count the resources; uncollected garbage counts too.

        Args:
            loop: The event loop whose tasks are counted; it may run on another thread.
            server: The id of a server's process, of which descriptors and child processes are counted; Linux only.
        """
        if server is not None:
            return cls(_descriptors(str(server)), {}, frozenset(_children(str(server))), {}, None, server)
        threads = {id(thread): thread.name for thread in threading.enumerate()}
        return cls(_descriptors(), threads, frozenset(_children()), _tasks(loop), loop)

    @classmethod
    def settled(cls, before: HeldResources) -> HeldResources:
        """Count again after resources that are about to end have ended, for at most a sixth of a second.

        If there are more than *before*, garbage is collected first, which closes unreferenced resources of this
        process.
        """
        deadline = time.monotonic() + _PATIENCE_S
        held = cls.take(before.loop, server=before.server)
        if held.more_than(before) and before.server is None:
            gc.collect()
            held = cls.take(before.loop)
        while held.more_than(before) and time.monotonic() < deadline:
            time.sleep(_PAUSE_S)
            held = cls.take(before.loop, server=before.server)
        return held

    def more_than(self, before: HeldResources) -> dict[ResourceKind, int]:
        """Return the kinds that increased, with the increase."""
        counts: list[tuple[ResourceKind, int]] = [
            ("process", len(self.processes) - len(before.processes)),
            ("thread", len(self.threads) - len(before.threads)),
            ("task", len(self.tasks) - len(before.tasks)),
            ("descriptor", len(self.descriptors) - len(before.descriptors)),
        ]
        return {kind: count for kind, count in counts if count > 0}

    def example(self, kind: ResourceKind, before: HeldResources) -> str:
        """Return the name of a new resource, for a finding; empty if unnamed."""
        if kind == "descriptor":
            return _newest(self.descriptors[number] for number in self.descriptors.keys() - before.descriptors.keys())
        if kind == "thread":
            return _newest(self.threads[number] for number in self.threads.keys() - before.threads.keys())
        if kind == "task":
            return _newest(self.tasks[number] for number in self.tasks.keys() - before.tasks.keys())
        return _newest(_command(pid) for pid in self.processes - before.processes)


def _newest(names: Iterable[str]) -> str:
    return max((name for name in names if name), default="")


def _descriptors(process: str = "self") -> dict[int, str]:
    folder = f"/proc/{process}/fd" if sys.platform == "linux" else "/dev/fd"
    found = {}
    for name in os.listdir(folder):
        try:
            found[int(name)] = os.readlink(f"{folder}/{name}")
        except FileNotFoundError:
            # The descriptor of the listing itself.
            continue
        except OSError:
            found[int(name)] = ""
    return found


def _tasks(loop: asyncio.AbstractEventLoop | None) -> dict[int, str]:
    if loop is None or loop.is_closed():
        return {}
    return {id(task): getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks(loop)}


def _children(process: str = "self") -> set[int]:
    if sys.platform != "linux":
        return set()
    found: set[int] = set()
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            found.update(map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split()))
    except OSError:
        return found
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""
