"""Tools that refuse what is behind a link, and tell or do not tell whether it is there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class FileArgs(BaseModel):
    model_config = ConfigDict(extra="forbid")

    file: str = Field(min_length=1, max_length=200, description="A file of the workspace, e.g. notes.txt.")


_OUTSIDE = {"error": "outside", "message": "The file is not in the workspace."}
_MISSING = {"error": "not_found", "message": "There is no such file."}


def _is_plain(file: str) -> bool:
    return "\0" not in file and ".." not in Path(file).parts and not Path(file).is_absolute()


@breaks("links_stay_inside")
@forge_tool(args_schema=FileArgs, workspace_root_aware=True, tier="read")
def digest_existing(args: FileArgs, *, workspace_root: Path) -> dict:
    """Return the SHA-256 of a file."""
    if not _is_plain(args.file):
        return _OUTSIDE
    path = workspace_root / args.file
    try:
        if not path.is_file():
            return _MISSING
        if not path.resolve().is_relative_to(workspace_root.resolve()):
            return _OUTSIDE
        return {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    except OSError:
        return _MISSING


@keeps("links_stay_inside", judged=True)
@forge_tool(args_schema=FileArgs, workspace_root_aware=True, tier="read")
def digest_inside(args: FileArgs, *, workspace_root: Path) -> dict:
    """Return the SHA-256 of a file."""
    if not _is_plain(args.file):
        return _OUTSIDE
    path = workspace_root / args.file
    try:
        if not path.resolve().is_relative_to(workspace_root.resolve()):
            return _OUTSIDE
        if not path.is_file():
            return _MISSING
        return {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    except OSError:
        return _MISSING
