"""Functions that act on files of a kind, and only on more of them than they keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Folder = Annotated[str, Field(max_length=200, description="Folder with the drafts, relative to the workspace.")]
Newest = Annotated[int, Field(ge=1, le=50, description="Drafts that stay.")]
Rehearse = Annotated[bool, Field(description="If set, nothing is moved, and the names are only listed.")]


def _drafts(folder: str, newest: int) -> list[Path]:
    root = Path.cwd().resolve()
    place = (root / folder).resolve()
    if "\0" in folder or not place.is_relative_to(root) or not place.is_dir():
        raise ValueError("there is no such folder")
    found = [path for path in place.glob("*.draft") if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: path.name)[newest:]


@breaks("dry_runs_change_nothing")
def shelve_drafts(folder: Folder, newest: Newest = 3, dry_run: Rehearse = True) -> dict[str, object]:
    """Move all but a few drafts of a folder to its folder 'shelf'."""
    moved = _drafts(folder, newest)
    for path in moved:
        (path.parent / "shelf").mkdir(exist_ok=True)
        path.rename(path.parent / "shelf" / path.name)
    return {"moved": [path.name for path in moved], "dry_run": dry_run}


@keeps("dry_runs_change_nothing")
def shelve_old_drafts(folder: Folder, newest: Newest = 3, dry_run: Rehearse = True) -> dict[str, object]:
    """Move all but a few drafts of a folder to its folder 'shelf'."""
    moved = _drafts(folder, newest)
    for path in moved if not dry_run else []:
        (path.parent / "shelf").mkdir(exist_ok=True)
        path.rename(path.parent / "shelf" / path.name)
    return {"moved": [path.name for path in moved], "dry_run": dry_run}
