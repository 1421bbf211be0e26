"""Functions that keep things in folders of their own, with an argument that is a whole step of a path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Reel = Annotated[str, Field(pattern=r"^[A-Za-z0-9._ -]{1,40}$", description="Box of the reels, for example 1962.")]


def _reels() -> Path:
    return Path.home() / "archive" / "reels"


@breaks("paths_stay_inside")
def list_reels(box: Reel) -> list[str]:
    """List the reels of a box."""
    try:
        return sorted(os.listdir(_reels() / box))[:100]
    except OSError:
        raise ValueError("There is no such box.") from None


@keeps("paths_stay_inside")
def list_reels_of_box(box: Reel) -> list[str]:
    """List the reels of a box."""
    if not _reels().is_dir() or box not in os.listdir(_reels()):
        raise ValueError("There is no such box.")
    return sorted(os.listdir(_reels() / box))[:100]


@keeps("paths_stay_inside")
def list_reels_of_kind(kind: Reel) -> list[str]:
    """List the reels of a kind, as their names say, and what is beside the archive."""
    known = [path.name for path in (Path.home() / "archive").rglob("*") if kind in path.name]
    return sorted(known)[:100]


@keeps("paths_stay_inside")
def list_any_folder(folder: str) -> list[str]:
    """List the files of a folder.

    Args:
        folder: Any folder, from the working directory, such as notes.
    """
    try:
        return sorted(os.listdir(folder))[:100]
    except (OSError, ValueError):
        raise ValueError("There is no such folder.") from None
