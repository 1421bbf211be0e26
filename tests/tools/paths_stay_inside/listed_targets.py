"""Tools that look for the files which a workspace file names, before or after they look where these are."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class ManifestArgs(BaseModel):
    model_config = ConfigDict(extra="forbid")

    manifest: str = Field(
        min_length=1, max_length=200, description="A list of files, one a line, relative to the workspace."
    )


def _lines(manifest: str, root: Path) -> list[str]:
    path = (root / manifest).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        return []
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and "\0" not in line][:50]


@breaks("paths_stay_inside")
@forge_tool(args_schema=ManifestArgs, workspace_root_aware=True, tier="read")
def missing_parts(args: ManifestArgs, *, workspace_root: Path) -> dict:
    """List the lines of a manifest that name no file of the workspace."""
    gone = []
    for line in _lines(args.manifest, workspace_root):
        try:
            (workspace_root / line).lstat()
        except OSError:
            gone.append(line[:100])
    return {"missing": gone}


@keeps("paths_stay_inside", judged=True)
@forge_tool(args_schema=ManifestArgs, workspace_root_aware=True, tier="read")
def missing_own_parts(args: ManifestArgs, *, workspace_root: Path) -> dict:
    """List the lines of a manifest that name no file of the workspace."""
    gone, root = [], workspace_root.resolve()
    for line in _lines(args.manifest, workspace_root):
        try:
            part = (root / line).resolve()
            if not part.is_relative_to(root) or not part.exists():
                gone.append(line[:100])
        except OSError:
            gone.append(line[:100])
    return {"missing": gone}
