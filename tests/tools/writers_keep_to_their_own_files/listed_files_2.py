"""Functions without a tier that are given a list of files: one works through the folder instead."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Agreed = Annotated[list[str], Field(min_length=1, max_length=50, description="Scans to delete, e.g. scan_07.png.")]


@breaks("writers_keep_to_their_own_files")
def clear_scans(agreed: Agreed) -> int:
    """Delete scans in the current folder."""
    found = [path for path in Path().iterdir() if path.suffix == ".png"]
    if not found or any(name not in {path.name for path in found} for name in agreed):
        raise ValueError("There is no such scan.")
    for path in found:
        path.unlink()
    return len(found)


@keeps("writers_keep_to_their_own_files")
def keep_scans(
    kept: Annotated[list[str], Field(min_length=1, max_length=50, description="Scans to keep, e.g. scan_07.png.")],
) -> int:
    """Delete the scans in the current folder, but for some."""
    found = [path for path in Path().iterdir() if path.suffix == ".png" and path.name not in kept]
    for path in found:
        path.unlink()
    return len(found)
