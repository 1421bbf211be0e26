"""A private folder for the temporary files of one program, removed with all that the program has left there."""

# A folder may hold any number of names, and a path is made of each.
# ruff: noqa: PTH101, PTH104, PTH106, PTH108

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

__all__ = ["private_folder"]

_OWN_RIGHTS = 0o700


@contextmanager
def private_folder() -> Iterator[Path]:
    """Make a folder, yield its resolved path, and remove it; what cannot be removed is left.

    A program may nest folders thousands deep, or take the rights to them away. `tempfile.TemporaryDirectory` ends with
    a RecursionError then.
    """
    outer = os.path.realpath(tempfile.mkdtemp(prefix="forge-"))
    inner = Path(outer, "tmp")
    inner.mkdir(_OWN_RIGHTS)
    try:
        yield inner
    finally:
        _remove(outer)


def _remove(outer: str) -> None:
    """Remove a folder level by level: what lies deeper is moved up first, so that no path is long."""
    names = count()
    moved = True
    while moved:
        moved = False
        for folder in _emptied(outer):
            for deeper in _emptied(folder):
                with suppress(OSError):
                    os.rename(deeper, f"{outer}/{next(names)}")
                    moved = True
            with suppress(OSError):
                os.rmdir(folder)
    with suppress(OSError):
        os.rmdir(outer)


def _emptied(folder: str) -> list[str]:
    """Remove the files of a folder, and return the paths of the folders in it."""
    with suppress(OSError):
        os.chmod(folder, _OWN_RIGHTS)
    folders = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in list(entries):
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, _OWN_RIGHTS)
                    folders.append(entry.path)
                else:
                    os.unlink(entry.path)
    return folders
