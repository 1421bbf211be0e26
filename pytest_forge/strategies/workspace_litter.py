"""Workspace litter: odd, old and left-over files, which a reader must not delete."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["plant_litter", "plant_old_folders"]

_LEFTOVERS = (
    "notes.txt~", "#notes.txt#", "notes.txt.orig", "notes.txt.bak", "session.bak", "draft.tmp", "tmp1234.tmp",
    "download.part", "notes.swp", ".DS_Store", "Thumbs.db", "desktop.ini",
)  # fmt: skip
_COPIED = "hello\nThis stands in two files.\n"
_ENDINGS = (".txt", ".md", ".json", ".log", ".csv")
_MAX_NAMED = 4
#: A date in 2001: old enough for tools that delete old files.
_LONG_AGO = 980_000_000


def plant_litter(workspace: Path, *, endings: Iterable[str] = ()) -> None:
    """Write empty, blank, old, duplicate, left-over and Windows files, an empty folder and a dangling link.

    Args:
        workspace: An existing folder; its files stay.
        endings: For the first four kinds, besides common endings; most of them are skipped.
    """
    for ending in dict.fromkeys([*list(endings)[:_MAX_NAMED], *_ENDINGS]):
        _write(workspace / f"nothing{ending}", "")
        _write(workspace / f"blank{ending}", " \n\n")
        _write(workspace / f"old{ending}", "hello\n", is_old=True)
        _write(workspace / f"crlf{ending}", "# hello\r\n\r\nvalue  \r\n")
        _write(workspace / f"double{ending}", _COPIED)
        _write(workspace / f"double (1){ending}", _COPIED)
    for name in _LEFTOVERS:
        _write(workspace / name, "hello\n", is_old=True)
    (workspace / "nothing").mkdir(exist_ok=True)
    if not (workspace / "gone.txt").is_symlink():
        (workspace / "gone.txt").symlink_to("not-there.txt")


def plant_old_folders(folder: Path) -> None:
    """Make a folder with an old file, an empty folder, and one that holds nothing but an old file.

    Args:
        folder: It need not exist.
    """
    (folder / "nothing").mkdir(parents=True, exist_ok=True)
    (folder / "old").mkdir(exist_ok=True)
    for place in (folder, folder / "old"):
        _write(place / "old.txt", "hello\n", is_old=True)


def _write(path: Path, text: str, *, is_old: bool = False) -> None:
    if not path.exists():
        path.write_text(text)
        if is_old:
            os.utime(path, (_LONG_AGO, _LONG_AGO))
