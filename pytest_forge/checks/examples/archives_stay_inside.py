"""The broken tool unpacks any member of an archive; the fixed one lets tarfile refuse those that leave the folder."""

import tarfile
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_REFUSED: dict[str, object] = {"error": "no_archive", "message": "There is no such archive in the workspace."}


class ArchiveArguments(BaseModel):
    """What to unpack."""

    path: str = Field(description="Tar archive, relative to the workspace.")


def _archive(path: str, root: Path) -> Path | None:
    found = (root / path).resolve()
    return found if found.is_relative_to(root.resolve()) and found.is_file() else None


@forge_tool(args_schema=ArchiveArguments, workspace_root_aware=True, tier="write", register=False)
def broken(arguments: ArchiveArguments, *, workspace_root: Path) -> dict[str, object]:
    """Unpack an archive into the folder ``unpacked``."""
    path = _archive(arguments.path, workspace_root)
    if path is None:
        return _REFUSED
    try:
        with tarfile.open(path) as archive:
            archive.extractall(workspace_root / "unpacked")
            return {"members": len(archive.getnames())}
    except (tarfile.TarError, OSError):
        return _REFUSED


@forge_tool(args_schema=ArchiveArguments, workspace_root_aware=True, tier="write", register=False)
def fixed(arguments: ArchiveArguments, *, workspace_root: Path) -> dict[str, object]:
    """Unpack an archive into the folder ``unpacked``."""
    path = _archive(arguments.path, workspace_root)
    if path is None:
        return _REFUSED
    try:
        with tarfile.open(path) as archive:
            archive.extractall(workspace_root / "unpacked", filter="data")
            return {"members": len(archive.getnames())}
    except (tarfile.TarError, OSError):
        return _REFUSED
