"""Functions that list a folder of their own by a pattern; it does not exist until somebody has put something there."""

from __future__ import annotations

import fnmatch
import glob
import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Pattern = Annotated[
    str, Field(min_length=1, max_length=80, description="Glob pattern of the files, for example 1998/*.txt.")
]
_SONGS = "music/sheets"


def _shelf() -> str:
    try:
        return os.path.realpath(os.environ["SHELF_FOLDER"])
    except KeyError:
        raise ValueError("No shelf is set up.") from None


@breaks("paths_stay_inside")
def on_the_shelf(pattern: Pattern) -> dict:
    """List the files on the shelf that fit a pattern."""
    if os.path.isabs(pattern) or "\0" in pattern:
        raise ValueError("The pattern is not relative.")
    return {"files": sorted(glob.glob(pattern, root_dir=_shelf()))[:100]}


@keeps("paths_stay_inside", judged=True)
def shelf_files(pattern: Pattern) -> dict:
    """List the files on the shelf that fit a pattern."""
    if os.path.isabs(pattern) or "\0" in pattern or ".." in pattern.split("/"):
        raise ValueError("The pattern is not relative.")
    return {"files": sorted(glob.glob(pattern, root_dir=_shelf()))[:100]}


@breaks("paths_stay_inside")
def sheets(pattern: Pattern = "*") -> list[str]:
    """List the sheets of music that fit a pattern."""
    if pattern.startswith(("/", "~")) or "\0" in pattern:
        raise ValueError("Patterns start in the folder of the sheets.")
    folder = Path(_SONGS)
    if not folder.is_dir():
        raise ValueError("There are no sheets.")
    return sorted(os.path.relpath(path, folder) for path in folder.glob(pattern) if path.is_file())[:100]


@keeps("paths_stay_inside", judged=True)
def sheets_below(pattern: Pattern = "*") -> list[str]:
    """List the sheets of music that fit a pattern."""
    if pattern.startswith(("/", "~")) or "\0" in pattern:
        raise ValueError("Patterns start in the folder of the sheets.")
    folder = Path(_SONGS).resolve()
    if not folder.is_dir():
        raise ValueError("There are no sheets.")
    found = [path.resolve() for path in folder.glob(pattern)]
    return sorted(str(path.relative_to(folder)) for path in found if path.is_relative_to(folder) and path.is_file())[
        :99
    ]


@keeps("paths_stay_inside")
def sheets_named(pattern: Pattern = "*") -> list[str]:
    """List the sheets of music whose names fit a pattern."""
    if not os.path.isdir(_SONGS):
        raise ValueError("There are no sheets.")
    return fnmatch.filter(sorted(os.listdir(_SONGS)), pattern)[:100]


@breaks("paths_stay_inside")
def recordings(like: Annotated[str, Field(description="Which recordings to list, such as tenor-*.txt.")]) -> list[str]:
    """List the recordings that look like this."""
    if like.startswith(("/", "~", ".")) or "\0" in like:
        raise ValueError("Recordings lie in the folder of the choir.")
    return sorted(glob.glob(os.path.join("choir", like)))[:100]


@keeps("paths_stay_inside", judged=True)
def recordings_below(like: Annotated[str, Field(description="Which to list, such as tenor-*.txt.")]) -> list[str]:
    """List the recordings that look like this, without those whose parts lead up."""
    if like.startswith(("/", "~", ".")) or "\0" in like or ".." in like.split("/"):
        raise ValueError("Recordings lie in the folder of the choir.")
    return sorted(glob.glob(os.path.join("choir", like)))[:100]


@keeps("paths_stay_inside")
def recordings_with(like: Annotated[str, Field(description="A part of the recording's text.")]) -> list[str]:
    """List the recordings whose text contains this."""
    return sorted(path.name for path in Path("choir").glob("*.txt") if like in path.read_text(errors="replace"))
