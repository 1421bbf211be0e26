"""Tools that break file_types_are_allow_listed, and others that resemble them and keep it."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.unlimited_tools import REFUSED, ReadArgs, tool


def resolve(path: str, root: Path, suffixes: tuple[str, ...] = (".csv", ".json", ".txt")) -> Path:
    resolved = (root / path).resolve()
    resolved.relative_to(root.resolve())
    if suffixes and resolved.suffix not in suffixes:
        raise ValueError("not that type")
    return resolved


def read_small(path: Path) -> object:
    if not path.is_file() or path.stat().st_size > 1_000_000:
        return {"error": "unreadable", "message": "Only small regular files are read."}
    return path.read_text(errors="replace")


@breaks("file_types_are_allow_listed")
@tool("any_type", description="Return the content of a CSV file.")
def any_type(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


@keeps("file_types_are_allow_listed")
@tool("any_type_of_the_users", description="Return the text of one of the user's files.")
def any_type_of_the_users(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


@breaks("file_types_are_allow_listed")
@tool("denied_types")
def denied_types(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, ())
    if path.suffix in (".pem", ".key") or path.name == ".env":
        return {"error": "forbidden", "message": "That type is not read."}
    return read_small(path)


@breaks("file_types_are_allow_listed")
@tool("type_of_the_link")
def type_of_the_link(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, ())
    return read_small(path) if args.path.endswith((".txt", ".csv")) else REFUSED


@keeps("file_types_are_allow_listed")
@tool("any_type_by_design", category="code")
def any_type_by_design(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


class PathArgs(BaseModel):
    path: str = Field(max_length=300, description="File in the workspace, for example notes.txt.")


@breaks("file_types_are_allow_listed")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_config_file(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a configuration file of the project."""
    with Workspace(workspace_root, max_bytes=100_000) as workspace:
        return {"text": workspace.read_text(args.path)}


TEXTS = {".txt", ".md", ".csv", ".json", ".log"}


@keeps("file_types_are_allow_listed", "results_hold_no_environment")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_page(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a page of the handbook."""
    with Workspace(workspace_root, suffixes=TEXTS, max_bytes=200_000) as workspace:
        return {"text": workspace.read_text(args.path)}


@keeps("file_types_are_allow_listed", "reads_are_bounded")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def file_digest(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the SHA-256 digest of a file, whatever its size."""
    digest = hashlib.sha256()
    with Workspace(workspace_root, max_bytes=5_000_000) as workspace:
        digest.update(workspace.read_bytes(args.path))
    return {"sha256": digest.hexdigest()}


class WriteArgs(PathArgs):
    text: str = Field(max_length=10_000, description="What to write.")


@keeps("file_types_are_allow_listed", "temporary_files_are_removed")
@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def save_draft(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Save a draft in the workspace."""
    with Workspace(workspace_root, suffixes={".txt", ".md"}) as workspace:
        workspace.write_text(args.path, args.text)
    return {"saved": args.path, "characters": len(args.text)}


@keeps("file_types_are_allow_listed", "readers_change_no_files")
@forge_tool(args_schema=PathArgs, tier="write", workspace_root_aware=True)
def delete_draft(args: PathArgs, *, workspace_root: Path) -> dict:
    """Delete a draft from the workspace."""
    with Workspace(workspace_root, suffixes={".txt", ".md"}) as workspace:
        workspace.delete(args.path)
    return {"deleted": args.path}


@keeps("file_types_are_allow_listed", "failure_is_not_success")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def csv_summary(args: PathArgs, *, workspace_root: Path) -> dict:
    """Tell which columns a CSV file has, and how many rows."""
    with Workspace(workspace_root, suffixes=[".csv"], max_bytes=500_000) as workspace:
        text = workspace.read_text(args.path)
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        return {"error": "not_csv", "message": "The file is no CSV; check its quotes."}
    return {"columns": rows[0] if rows else [], "rows": max(0, len(rows) - 1)}
