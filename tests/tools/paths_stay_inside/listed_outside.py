"""Tools that list files by a pattern, which leads outside: one shows what is there, one keeps it back."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class PatternArgs(BaseModel):
    pattern: str = Field(min_length=1, max_length=80, description="Glob pattern below the workspace, e.g. **/*.txt.")


def _below(workspace_root: Path, pattern: str) -> dict:
    root = workspace_root.resolve()
    found = [path.resolve() for path in root.glob(pattern)]
    return {"files": sorted(path.name for path in found if path.is_relative_to(root) and path.is_file())}


@breaks("paths_stay_inside")
@forge_tool(args_schema=PatternArgs, workspace_root_aware=True, tier="read", register=False)
def count_matches(args: PatternArgs, *, workspace_root: Path) -> dict:
    """List the files of the workspace that match a pattern, and count all that match."""
    if args.pattern.startswith("/"):
        return {"error": "no_pattern", "message": "The pattern is not relative."}
    return {**_below(workspace_root, args.pattern), "matched": len(list(workspace_root.glob(args.pattern)))}


@keeps("paths_stay_inside")
@forge_tool(args_schema=PatternArgs, workspace_root_aware=True, tier="read", register=False)
def matches_below(args: PatternArgs, *, workspace_root: Path) -> dict:
    """List the files of the workspace that match a pattern."""
    if args.pattern.startswith("/"):
        return {"error": "no_pattern", "message": "The pattern is not relative."}
    return _below(workspace_root, args.pattern)
