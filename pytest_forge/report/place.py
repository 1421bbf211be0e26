"""Places of reports: whether a file can be written there, asked before the run."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["place_problem"]


def place_problem(place: Path, *, name: str) -> str:
    """Return why no file can be written at *place* and what to do; empty if one can.

    Args:
        place: The file.
        name: As the user wrote it, for the message.
    """
    folder = os.path.dirname(name) or "."  # noqa: PTH120  # of a text
    if place.is_dir():
        return f"{name!r} is a folder. Name a file in it."
    if place.parent.exists() and not place.parent.is_dir():
        return f"{folder!r} is a file, so nothing can be written in it. Name another folder."
    if not place.parent.exists():
        return f"Folder {folder!r} does not exist. Create it, or name another one."
    if not os.access(place if place.exists() and not place.is_file() else place.parent, os.W_OK):
        return f"Nothing can be written in the folder {folder!r}. Change its permissions, or name another one."
    return ""
