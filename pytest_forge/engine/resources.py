"""Resources: limits of memory, time and file sizes for a check, and for the import of a target."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from forge_harness import limit_resource

from .budget import Budget

__all__ = ["limit_resources", "limited_import"]

#: Seconds of processor time beyond the check's limit, which the host enforces by the clock.
_SPARE_CPU_S = 5


def limit_resources(limits: Budget, *, checks: int = 1, starts_servers: bool = False) -> None:
    """Limit this process and everything that it starts, for good.

    Args:
        limits: Its memory counts on top of the memory of this process.
        checks: How many checks it may make, each with the time of the limits.
        starts_servers: Whether it starts servers, which have limits of their own: they may lift that of addresses,
            because Node reserves far more of them than it uses.
    """
    limit_resource(resource.RLIMIT_CORE, 0)
    limit_resource(resource.RLIMIT_CPU, checks * int(limits.check_s) + _SPARE_CPU_S)
    limit_resource(resource.RLIMIT_FSIZE, limits.file_bytes, keep_hard=True)
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        addresses = pages * resource.getpagesize() + limits.memory_bytes
        limit_resource(resource.RLIMIT_AS, addresses, keep_hard=starts_servers)


@contextmanager
def limited_import(memory_bytes: int) -> Iterator[None]:
    """Limit the memory written inside the block; libraries may reserve more than they use."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    limit_resource(resource.RLIMIT_DATA, memory_bytes, keep_hard=True)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
