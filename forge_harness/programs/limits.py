"""Limits of what a process may use: processor time, memory, sizes of files."""

from __future__ import annotations

import resource

__all__ = ["limit_resource"]


def limit_resource(kind: int, value: int, *, keep_hard: bool = False) -> None:
    """Limit one resource of this process, and of all that it starts; a lower limit that holds already stays.

    Args:
        kind: One of the constants of `resource`, for example ``resource.RLIMIT_CPU``.
        value: The limit, in the unit of that resource.
        keep_hard: Whether the process may raise the limit again, up to the present hard limit.
    """
    _, hard = resource.getrlimit(kind)
    wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(kind, (wanted, hard if keep_hard else wanted))
    except (ValueError, OSError):
        # Some systems refuse to lower one of them; whoever started the process limits its time as well.
        return
