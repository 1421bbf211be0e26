"""Tools that tell whether a file outside exists, and others that answer to every path outside alike."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class ScoreArgs(BaseModel):
    path: str = Field(min_length=1, max_length=300, description="Sheet of music relative to the workspace.")


def music(name):
    return forge_tool(
        name=name,
        description="Tell about a sheet of music.",
        args_schema=ScoreArgs,
        workspace_root_aware=True,
        tier="read",
        register=False,
    )


MISSING = {"error": "missing", "message": "There is no such sheet."}
OUTSIDE = {"error": "outside", "message": "The path leads out of the workspace."}


@breaks("paths_stay_inside")
@music("bars_of_sheet")
def bars_of_sheet(args, *, workspace_root):
    try:
        sheet = (workspace_root / args.path).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return MISSING
    if not sheet.is_relative_to(workspace_root.resolve()) or not sheet.is_file():
        return OUTSIDE
    return {"bars": sheet.read_bytes()[:10_000].count(b"|")}


@breaks("paths_stay_inside")
@music("has_sheet")
def has_sheet(args, *, workspace_root):
    try:
        return {"exists": (workspace_root / args.path).exists()}
    except (OSError, ValueError):
        return OUTSIDE


@keeps("paths_stay_inside", judged=True)
@music("notes_of_sheet")
def notes_of_sheet(args, *, workspace_root):
    try:
        sheet = (workspace_root / args.path).resolve()
    except (OSError, ValueError, RuntimeError):
        return OUTSIDE
    if not sheet.is_relative_to(workspace_root.resolve()):
        return OUTSIDE
    if not sheet.is_file():
        return MISSING
    return {"notes": sheet.read_bytes()[:10_000].count(b"o")}


@keeps("paths_stay_inside", judged=True)
@music("rests_of_sheet")
def rests_of_sheet(args, *, workspace_root):
    unusable = {"error": "unusable", "message": f"There is no sheet {args.path[:80]} in the workspace."}
    try:
        sheet = (workspace_root / args.path).resolve(strict=True)
        if not sheet.is_relative_to(workspace_root.resolve()) or not sheet.is_file():
            return unusable
        return {"rests": sheet.read_bytes()[:10_000].count(b"-")}
    except (OSError, ValueError, RuntimeError):
        return unusable


@keeps("paths_stay_inside", judged=True)
@music("holds_sheet")
def holds_sheet(args, *, workspace_root):
    try:
        sheet = (workspace_root / args.path).resolve()
        return {"exists": sheet.is_relative_to(workspace_root.resolve()) and sheet.exists()}
    except (OSError, ValueError, RuntimeError):
        return OUTSIDE
