"""Workspace litter: files that a careful reader leaves where they are, and a tidy one takes away."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["plant_litter"]

_LEFTOVERS = (
    "notes.txt~", "#notes.txt#", "notes.txt.orig", "notes.txt.bak", "session.bak", "draft.tmp", "tmp1234.tmp",
    "download.part", "notes.swp", ".DS_Store", "Thumbs.db", "desktop.ini",
)  # fmt: skip
_COPIED = "hello\nThis stands in two files.\n"
_ENDINGS = (".txt", ".md", ".json", ".log", ".csv")
_MAX_NAMED = 4
#: A morning of 2001: old enough for whoever clears up what is old.
_LONG_AGO = 980_000_000


def plant_litter(workspace: Path, *, endings: Iterable[str] = ()) -> None:
    """Write empty, blank, old and doubled files, left-over ones, an empty folder and a link to nothing.

    Args:
        workspace: An existing folder; what is there already stays.
        endings: Of the first four kinds, besides common ones; most of them are passed over.
    """
    for ending in dict.fromkeys([*list(endings)[:_MAX_NAMED], *_ENDINGS]):
        _write(workspace / f"nothing{ending}", "")
        _write(workspace / f"blank{ending}", " \n\n")
        _write(workspace / f"old{ending}", "hello\n", is_old=True)
        _write(workspace / f"double{ending}", _COPIED)
        _write(workspace / f"double (1){ending}", _COPIED)
    for name in _LEFTOVERS:
        _write(workspace / name, "hello\n", is_old=True)
    (workspace / "nothing").mkdir(exist_ok=True)
    if not (workspace / "gone.txt").is_symlink():
        (workspace / "gone.txt").symlink_to("not-there.txt")


def _write(path: Path, text: str, *, is_old: bool = False) -> None:
    if not path.exists():
        path.write_text(text)
        if is_old:
            os.utime(path, (_LONG_AGO, _LONG_AGO))
