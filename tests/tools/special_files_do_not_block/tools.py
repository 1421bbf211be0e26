"""Tools that break special_files_do_not_block, and others that resemble them and keep it."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.unlimited_tools import ReadArgs, SearchArgs, tool


def resolve(path: str, root: Path, suffixes: tuple[str, ...] = (".csv", ".json", ".txt")) -> Path:
    resolved = (root / path).resolve()
    resolved.relative_to(root.resolve())
    if suffixes and resolved.suffix not in suffixes:
        raise ValueError("not that type")
    return resolved


@breaks("special_files_do_not_block")
@tool("opens_pipes")
def opens_pipes(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if path.stat().st_size > 1_000_000:
        return {"error": "too_large", "message": "The file is too large."}
    return json.loads(path.read_text()) if path.suffix == ".json" else path.read_text()


@breaks("special_files_do_not_block")
@tool("search_opens_pipes", SearchArgs)
def search_opens_pipes(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for path in sorted(workspace_root.rglob("*")):
        if not path.is_dir() and not path.is_symlink() and path.stat().st_size < 1_000_000:
            with open(path, errors="replace") as file:
                hits += [line for line in file if args.query in line]
    return hits


class AppendArgs(ReadArgs):
    text: str = Field(description="What to add.")


@keeps("special_files_do_not_block")
@tool("appends_to_pipes", AppendArgs, "write")
def appends_to_pipes(args: AppendArgs, *, workspace_root: Path):
    with resolve(args.path, workspace_root, ()).open("a") as file:
        file.write(args.text)
    return {"written": True}


SUFFIXES = {".txt", ".md", ".csv", ".json", ".log"}


class PathArgs(BaseModel):
    path: str = Field(max_length=300, description="File in the workspace, for example notes.txt.")


@breaks("special_files_do_not_block")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def tail_log(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the last lines of a log."""
    root = workspace_root.resolve()
    path = (root / args.path.replace("\0", "")).resolve()
    if not path.is_relative_to(root) or path.suffix not in SUFFIXES or path.is_dir():
        return {"error": "path_not_allowed", "message": "Name a log inside of the workspace."}
    try:
        with path.open("rb") as log:
            data = log.read(65_536)
    except OSError:
        return {"error": "unreadable", "message": "The log could not be read."}
    return {"lines": data.decode("utf-8", "replace").splitlines()[-20:]}
