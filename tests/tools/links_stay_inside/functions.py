"""Functions that break links_stay_inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks


@breaks("links_stay_inside")
def first_line(path: Annotated[str, Field(max_length=200, description="Text file, relative to the workspace.")]) -> str:
    """Return the first line of a text file; absolute paths and ".." are refused."""
    if path.startswith("/") or ".." in Path(path).parts:
        raise ValueError("The path leads out of the workspace.")
    if not Path(path).is_file():
        raise ValueError("There is no such file.")
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.readline(1_000)
