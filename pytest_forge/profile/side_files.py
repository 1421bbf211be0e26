"""Side files: whether a file is one that a tool writes on the side, and whose loss is harmless."""

from __future__ import annotations

from pathlib import PurePath

from .roles import name_words

__all__ = ["is_written_aside"]

_ASIDE = frozenset(
    ("log", "logs", "audit", "history", "cache", "cached", "metrics", "stats", "telemetry", "trace", "backup", "tmp")
)


def is_written_aside(path: PurePath) -> bool:
    """Tell whether the name of a file, or of its folder, says so."""
    return not _ASIDE.isdisjoint(name_words(" ".join(path.parts[-2:]).replace(".", " ")))
