"""Tools that are given a list of files: some work through a folder instead."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

Agreed = Annotated[list[str], Field(min_length=1, max_length=50, description="Scans to delete, e.g. scan_07.png.")]


class ScansArgs(BaseModel):
    box: str = Field(pattern="^[a-z]{1,12}$", description="The box with the scans.")
    agreed: Agreed


def scans(root: Path, box: str) -> list[str]:
    folder = root / "boxes" / box
    return sorted(path.name for path in folder.glob("scan_*.png")) if folder.is_dir() else []


def removed(root: Path, box: str, names: list[str]) -> dict:
    for name in names:
        (root / "boxes" / box / name).unlink()
    return {"removed": names}


@breaks("writers_keep_to_their_own_files")
@forge_tool(args_schema=ScansArgs, workspace_root_aware=True, tier="write", register=False)
def remove_scans(args: ScansArgs, *, workspace_root: Path) -> dict:
    """Delete the scans of a box that are listed."""
    found = scans(workspace_root, args.box)
    if not set(args.agreed) <= set(found):
        return {"error": "unknown", "message": "Some are not in the box."}
    return removed(workspace_root, args.box, found)


@keeps("writers_keep_to_their_own_files")
@forge_tool(args_schema=ScansArgs, workspace_root_aware=True, tier="write", register=False)
def remove_listed_scans(args: ScansArgs, *, workspace_root: Path) -> dict:
    """Delete the scans of a box that are listed."""
    found = scans(workspace_root, args.box)
    if not set(args.agreed) <= set(found):
        return {"error": "unknown", "message": "Some are not in the box."}
    return removed(workspace_root, args.box, sorted(set(args.agreed)))
