"""Functions that break dry_runs_change_nothing, and others that resemble them and keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Folder = Annotated[str, Field(max_length=100, description="Folder of the scans.")]
_DryRun = Annotated[bool, Field(description="Report the plan only.")]


@breaks("dry_runs_change_nothing")
def sort_scans(folder: _Folder = ".", dry_run: _DryRun = True) -> list[str]:
    """Move the scans of a folder into a folder of their own."""
    moved = []
    for scan in sorted(Path(folder).glob("*.tiff")):
        target = scan.parent / "scans"
        target.mkdir(exist_ok=True)
        moved.append(scan.name)
        if not dry_run:
            scan.rename(target / scan.name)
    return moved


@breaks("dry_runs_change_nothing")
def purge_scans(folder: _Folder = ".", dry_run: _DryRun = True) -> list[str]:
    """Delete the scans of a folder, and their thumbnails."""
    for thumbnail in Path(folder).glob("*.thumb"):
        thumbnail.unlink()
    scans = sorted(Path(folder).glob("*.tiff"))
    for scan in scans if not dry_run else ():
        scan.unlink()
    return [scan.name for scan in scans]


@keeps("dry_runs_change_nothing", judged=True)
def rename_scans(folder: _Folder = ".", dry_run: _DryRun = True) -> list[str]:
    """Give the scans of a folder new names, and keep the plan."""
    scans = sorted(Path(folder).glob("*.tiff"))
    Path("plan.txt").write_text("\n".join(scan.name for scan in scans))
    for scan in scans if not dry_run else ():
        scan.rename(scan.with_name(f"scan-{scan.name}"))
    return [scan.name for scan in scans]
