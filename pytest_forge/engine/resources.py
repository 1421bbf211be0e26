"""Resources: limits of memory, time and file sizes for a check, and for the import of a target."""

from __future__ import annotations

import logging
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .budget import Budget

__all__ = ["limit_resources", "limited_import"]

log = logging.getLogger(__name__)

#: Seconds of processor time beyond the check's limit, which the host enforces by the clock.
_SPARE_CPU_S = 5


def limit_resources(limits: Budget, *, checks: int = 1) -> None:
    """Limit this process and everything that it starts, for good.

    Args:
        limits: Its memory counts on top of the memory of this process.
        checks: How many checks it may make, each with the time of the limits.
    """
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, checks * int(limits.check_s) + _SPARE_CPU_S)
    _limit(resource.RLIMIT_FSIZE, limits.file_bytes, keep_hard=True)
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _limit(resource.RLIMIT_AS, pages * resource.getpagesize() + limits.memory_bytes)


@contextmanager
def limited_import(memory_bytes: int) -> Iterator[None]:
    """Limit the memory written inside the block; libraries may reserve more than they use."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    _limit(resource.RLIMIT_DATA, memory_bytes, keep_hard=True)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _limit(kind: int, value: int, *, keep_hard: bool = False) -> None:
    _, hard = resource.getrlimit(kind)
    wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(kind, (wanted, hard if keep_hard else wanted))
    except (ValueError, OSError):
        # Some systems refuse to lower one of them; the engine's own time limit still counts.
        log.debug("Resource limit %s could not be set.", kind)
