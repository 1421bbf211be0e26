"""Tools that break reads_are_bounded, and others that resemble them and keep it."""

from __future__ import annotations

import csv
import hashlib
import os
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.unlimited_tools import REFUSED, ReadArgs, SearchArgs, tool


def resolve(path: str, root: Path, suffixes: tuple[str, ...] = (".csv", ".json", ".txt")) -> Path:
    resolved = (root / path).resolve()
    resolved.relative_to(root.resolve())
    if suffixes and resolved.suffix not in suffixes:
        raise ValueError("not that type")
    return resolved


@breaks("reads_are_bounded")
@tool("reads_whole")
def reads_whole(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    return path.read_text()


@breaks("reads_are_bounded")
@tool("swallows_memory_error")
def swallows_memory_error(args: ReadArgs, *, workspace_root: Path):
    try:
        path = resolve(args.path, workspace_root)
        return {"text": path.read_text()} if path.is_file() else REFUSED
    except BaseException:
        return {"error": "unreadable", "message": "The file cannot be read."}


@breaks("reads_are_bounded")
@tool("iterates_rows")
def iterates_rows(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, (".csv",))
    if not path.is_file():
        return REFUSED
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return {"rows": rows[:10]}


@keeps("reads_are_bounded")
@tool("hashes_whole")
def hashes_whole(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return REFUSED
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 16):
            digest.update(chunk)
    return digest.hexdigest()


@breaks("reads_are_bounded")
@tool("reads_far")
def reads_far(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return REFUSED
    # Over in a moment and small in memory: a cap that is none.
    with path.open("rb") as file:
        head = file.read(100).decode(errors="replace")
        for _ in range(700):
            file.read(1 << 20)
    return {"head": head}


@breaks("reads_are_bounded")
@tool("searches_whole", SearchArgs)
def searches_whole(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for folder, _, names in os.walk(workspace_root):
        for name in names:
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink() and args.query in path.read_text(errors="replace"):
                hits.append(name)
    return hits


SUFFIXES = {".txt", ".md", ".csv", ".json", ".log"}


class PathArgs(BaseModel):
    path: str = Field(max_length=300, description="File in the workspace, for example notes.txt.")


@breaks("reads_are_bounded")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def load_dump(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the first letters of a text."""
    root = workspace_root.resolve()
    path = (root / args.path.replace("\0", "")).resolve()
    if not path.is_relative_to(root) or path.suffix not in SUFFIXES or not path.is_file():
        return {"error": "path_not_allowed", "message": "Name a text inside of the workspace."}
    return {"text": path.read_text(encoding="utf-8", errors="replace")[:2000]}


TEXT = {".md", ".txt", ".rst"}


class SearchArgs2(BaseModel):
    text: str = Field(description="Text to look for, taken literally.", min_length=1, max_length=100)
    max_hits: int = Field(default=20, ge=1, le=100, description="Most lines to return.")


@keeps("reads_are_bounded", "links_stay_inside")
@forge_tool(args_schema=SearchArgs2, tier="read", workspace_root_aware=True)
def search_documents(args: SearchArgs2, *, workspace_root: Path) -> dict:
    """Search the workspace's documents for a text and return the lines that hold it."""
    hits: list[dict] = []
    for folder, folders, names in os.walk(workspace_root, followlinks=False):
        folders.sort()
        for name in sorted(names):
            full = Path(folder) / name
            if full.suffix.lower() not in TEXT or full.is_symlink() or not full.is_file():
                continue
            if full.stat().st_size > 500_000:
                continue
            for number, line in enumerate(full.read_text("utf-8", "replace").splitlines(), 1):
                if args.text in line:
                    hits.append({"file": str(full.relative_to(workspace_root)), "line": number, "text": line[:200]})
                    if len(hits) >= args.max_hits:
                        return {"hits": hits, "complete": False}
    return {"hits": hits, "complete": True}


TEXTS = {".txt", ".md", ".csv", ".json", ".log"}


@keeps("reads_are_bounded", "paths_stay_inside")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_resolved(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a text that lies in the workspace."""
    root = workspace_root.resolve()
    try:
        path = (root / args.path).resolve()
        if not path.is_relative_to(root):
            return {"error": "path_outside_workspace", "message": "Name a file inside of the workspace."}
        if path.suffix.lower() not in TEXTS or not path.is_file():
            return {"error": "file_not_found", "message": "There is no such text; list the folder first."}
        if path.stat().st_size > 200_000:
            return {"error": "file_too_large", "message": "The text is too large to be read."}
        return {"text": path.read_text(encoding="utf-8", errors="replace")}
    except (OSError, ValueError):
        return {"error": "file_not_readable", "message": "The text cannot be read; name another one."}
