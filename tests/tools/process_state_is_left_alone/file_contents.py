"""Functions that change into a folder, and refuse some of its files."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from ..marks import breaks, keeps


def _first_lines(names: list[str]) -> dict[str, str]:
    found = {}
    for name in sorted(names)[:50]:
        lines = Path(name).read_bytes().decode("utf-8", "replace").splitlines()
        if not lines:
            raise ValueError("a table has no header")
        found[name] = lines[0][:200]
    return found


def _folder(folder: str) -> Path:
    place = (Path.cwd() / folder).resolve()
    if not place.is_relative_to(Path.cwd()) or not place.is_dir():
        raise ValueError("there is no such folder")
    return place


@breaks("process_state_is_left_alone")
def headers_in(folder: str) -> dict[str, str]:
    """Return the header of each table in a folder.

    Args:
        folder: Folder below the workspace.
    """
    place, before = _folder(folder), Path.cwd()
    os.chdir(place)
    found = _first_lines([name for name in os.listdir() if name.endswith(".csv")])
    os.chdir(before)
    return found


@keeps("process_state_is_left_alone", judged=True)
def titles_in(folder: str) -> dict[str, str]:
    """Return the first line of each table in a folder.

    Args:
        folder: Folder below the workspace.
    """
    with contextlib.chdir(_folder(folder)):
        return _first_lines([name for name in os.listdir() if name.endswith(".csv")])
