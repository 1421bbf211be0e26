"""Side files: whether a file is one that a tool writes on the side, and whose loss is harmless."""

from __future__ import annotations

from pathlib import PurePath

from ..regex import regex
from .roles import name_words

__all__ = ["is_written_aside"]

_ASIDE = frozenset(
    ("log", "logs", "audit", "history", "cache", "cached", "metrics", "stats", "telemetry", "trace", "backup", "tmp")
)
#: A folder whose name Python has made up, which may be where a tool keeps everything.
_MADE_UP = regex(r"tmp[a-z0-9_]{8}")


def is_written_aside(path: PurePath) -> bool:
    """Tell whether the name of a file, or of its folder, says so."""
    folder = "" if _MADE_UP.fullmatch(path.parent.name) else path.parent.name
    return not _ASIDE.isdisjoint(name_words(f"{folder} {path.name}".replace(".", " ")))
