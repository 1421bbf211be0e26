"""Tools that break values_are_no_options, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NameArgs, PathArgs, tool


@breaks("values_are_no_options")
@tool("git_log", NameArgs, "values_are_no_options")
def git_log(args: NameArgs) -> dict[str, str]:
    try:
        return {"log": subprocess.run(["git", "log", "--oneline", args.name], capture_output=True, text=True).stdout}
    except FileNotFoundError:
        return {"error": "no_git", "message": "Git is not installed."}


@breaks("values_are_no_options")
@tool("splits_words", NameArgs, "values_are_no_options")
def splits_words(args: NameArgs) -> dict[str, str]:
    words = ["ls", "-l", "--", "/etc/hostname"] if args.name.startswith("-") else ["ls", "-l", *args.name.split()]
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


@breaks("values_are_no_options")
@tool("shlex_split", NameArgs, "values_are_no_options")
def shlex_split(args: NameArgs) -> dict[str, str]:
    words = shlex.split(f"wc -l {args.name}")
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


class ColumnArgs(BaseModel):
    column: str = Field(description="Number of the column to sort by, such as 2 or 2n.", min_length=1, max_length=60)


@breaks("values_are_no_options")
@tool("splits_behind_an_option", ColumnArgs, "values_are_no_options", aware=True)
def splits_behind_an_option(args: ColumnArgs, *, workspace_root: Path) -> dict[str, Any]:
    (workspace_root / "rows.txt").write_text("1 b\n2 a\n")
    try:
        words = shlex.split(f"sort -k{args.column} rows.txt")
    except ValueError:
        return {"error": "no_column", "message": "The column is a number."}
    done = subprocess.run(words, cwd=workspace_root, capture_output=True, text=True)
    return {"rows": done.stdout.splitlines()}


@breaks("values_are_no_options")
@tool("async_tar", PathArgs, "values_are_no_options")
async def async_tar(args: PathArgs) -> dict[str, int]:
    process = await asyncio.create_subprocess_exec("tar", "-t", args.path, stderr=asyncio.subprocess.DEVNULL)
    return {"status": await process.wait()}


class CommitArgs(BaseModel):
    revision: str = Field(default="HEAD", max_length=80, description="Revision to show.")


@breaks("values_are_no_options")
@forge_tool(args_schema=CommitArgs, tier="execute", workspace_root_aware=True)
def show_commit(args: CommitArgs, *, workspace_root: Path) -> dict:
    """Show what a commit changed."""
    done = subprocess.run(
        ["git", "show", "--stat", args.revision.replace("\0", "")],
        cwd=workspace_root,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=10,
    )
    return {"shown": done.stdout[:5_000]}


class SortArgs(BaseModel):
    file: str = Field(default="names.txt", max_length=80, description="File of the workspace to sort.")


@breaks("values_are_no_options")
@forge_tool(args_schema=SortArgs, tier="execute", workspace_root_aware=True)
def sort_lines(args: SortArgs, *, workspace_root: Path) -> dict:
    """Sort the lines of a file in the workspace."""
    name = os.path.basename(args.file.replace("\0", ""))
    if os.path.islink(workspace_root / name):
        return {"error": "no_links", "message": "Name a file, not a link."}
    done = subprocess.run(
        shlex.split(f"sort {name}") if name.count(" ") else ["sort", name],
        cwd=workspace_root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=10,
    )
    return {"lines": done.stdout[:5_000].splitlines()}


def run(argv, *, cwd=None, stdin=b""):
    try:
        done = subprocess.run(argv, cwd=cwd, input=stdin, capture_output=True, timeout=10, check=False)
    except (OSError, ValueError, subprocess.SubprocessError, UnicodeError):
        raise ToolError("The program could not be run.", code="program_failed") from None
    return done.returncode, done.stdout[:20_000].decode("utf-8", "replace")


class CommitArgs2(BaseModel):
    message: str = Field(description="Message of the commit.", min_length=1, max_length=200)


@keeps("values_are_no_options", "paths_stay_inside")
@forge_tool(args_schema=CommitArgs2, tier="execute", workspace_root_aware=True, raises=[ToolError])
def git_commit(args: CommitArgs2, *, workspace_root: Path) -> dict:
    """Commit what is staged in the workspace's repository."""
    code, out = run(["git", "commit", "--message=" + args.message], cwd=workspace_root)
    return {"committed": code == 0, "summary": out.splitlines()[0][:200] if code == 0 and out else ""}
