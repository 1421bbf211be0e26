"""Functions that list a folder: one answers a missing folder like an empty one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Folder = Annotated[str, Field(description="Folder to look in, e.g. data or reports.")]


def _names(folder: Path) -> list[str]:
    return sorted(name for _, _, names in os.walk(folder) for name in names)


@breaks("failure_is_not_success")
def count_files(folder: Folder = ".", workspace_root: Path = Path()) -> dict:
    """List the files below a folder."""
    return {"names": _names(workspace_root / folder), "complete": True}


@keeps("failure_is_not_success")
def count_files_of(folder: Folder = ".", workspace_root: Path = Path()) -> dict:
    """List the files below a folder."""
    if not (workspace_root / folder).is_dir():
        raise ValueError("There is no such folder.")
    return {"names": _names(workspace_root / folder), "complete": True}


@keeps("failure_is_not_success")
def count_known_files(folder: Folder = ".", workspace_root: Path = Path()) -> dict:
    """List the files below a folder; an unknown folder has none."""
    return {"names": _names(workspace_root / folder), "complete": True}


@keeps("failure_is_not_success")
def files_like(
    pattern: Annotated[
        str, Field(min_length=1, description="Pattern below the folder, e.g. *.csv or data/*.json.")
    ] = "*",
) -> dict:
    """List the files of the current folder that match a pattern."""
    if pattern.startswith("/") or ".." in pattern:
        raise ValueError("The pattern leads elsewhere.")
    return {"names": sorted(path.as_posix() for path in Path().glob(pattern) if path.is_file())}


@keeps("failure_is_not_success")
def sizes_in(workspace: Folder = ".") -> dict:
    """List the sizes of the files of the workspace."""
    return {path.name: path.stat().st_size for path in sorted(Path(workspace).glob("*")) if path.is_file()}
