"""Tools that resemble those that break paths_stay_inside, and keep it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import keeps


class FolderArgs(BaseModel):
    folder: str = Field(default=".", max_length=300, description="Folder of the workspace.")


@keeps("paths_stay_inside", "results_hold_no_environment")
@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def list_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """List what is in a folder of the workspace."""
    with Workspace(workspace_root) as workspace:
        return {"entries": [entry.name for entry in workspace.list_directory(args.folder)][:500]}


@keeps("paths_stay_inside", "shell_text_is_quoted")
@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def count_files(args: FolderArgs, *, workspace_root: Path) -> dict:
    """Count the files below a folder of the workspace, by their type."""
    counts: dict[str, int] = {}
    with Workspace(workspace_root) as workspace:
        for path in workspace.walk(args.folder, max_entries=5_000):
            suffix = os.path.splitext(path)[1] or "none"
            counts[suffix] = counts.get(suffix, 0) + 1
    return {"types": [{"suffix": suffix, "files": counts[suffix]} for suffix in sorted(counts)]}


class MoveArgs(BaseModel):
    source: str = Field(max_length=300, description="File to move, in the workspace.")
    target: str = Field(max_length=300, description="Where to, in the workspace.")


@keeps("paths_stay_inside", "links_stay_inside")
@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True)
def move_file(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Move a file to another place of the workspace."""
    with Workspace(workspace_root) as workspace:
        workspace.move(args.source, args.target)
    return {"moved": args.source, "to": args.target}


def run(argv, *, cwd=None, stdin=b""):
    try:
        done = subprocess.run(argv, cwd=cwd, input=stdin, capture_output=True, timeout=10, check=False)
    except (OSError, ValueError, subprocess.SubprocessError, UnicodeError):
        raise ToolError("The program could not be run.", code="program_failed") from None
    return done.returncode, done.stdout[:20_000].decode("utf-8", "replace")


class LogArgs(BaseModel):
    ref: str = Field(default="HEAD", description="Branch, tag or commit to start from.", min_length=1, max_length=100)
    count: int = Field(default=5, ge=1, le=50, description="How many commits.")


@keeps("paths_stay_inside", "processes_need_the_tier_execute")
@forge_tool(args_schema=LogArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def git_history(args: LogArgs, *, workspace_root: Path) -> dict:
    """List the latest commits that lead to a branch, tag or commit."""
    code, out = run(
        ["git", "log", f"-{args.count}", "--oneline", "--end-of-options", args.ref, "--"], cwd=workspace_root
    )
    if code:
        raise ToolError("git knows no such branch.", code="unknown_ref")
    return {"commits": out.splitlines()}


class PdfArgs(BaseModel):
    path: str = Field(description="Path of a .md file in the workspace.", max_length=200)


@keeps("paths_stay_inside", "processes_need_the_tier_execute")
@forge_tool(args_schema=PdfArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def markdown_to_html(args: PdfArgs, *, workspace_root: Path) -> dict:
    """Convert a Markdown file of the workspace to HTML with pandoc."""
    program = shutil.which("pandoc")
    with Workspace(workspace_root, suffixes={".md"}, max_bytes=500_000) as workspace:
        source = workspace.read_bytes(args.path)
    if program is None:
        raise ToolError("The converter is not installed here.", code="converter_missing")
    code, out = run([program, "--from=markdown", "--to=html"], stdin=source)
    return {"html": out, "ok": code == 0}
