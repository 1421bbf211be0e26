"""Checks of robustness: valid calls do not crash or hang a tool, and do not make its answers unstable."""

from . import (
    cancelled_calls,
    common_rules,
    concurrency,
    crashes,
    event_loop,
    growth,
    memory,
    repetition,
    returning,
    sequences,
    shapes,
)

__all__ = [
    "cancelled_calls",
    "common_rules",
    "concurrency",
    "crashes",
    "event_loop",
    "growth",
    "memory",
    "repetition",
    "returning",
    "sequences",
    "shapes",
]
