"""Tools that break links_stay_inside."""

from __future__ import annotations

import asyncio
import glob
import os
import time
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks
from ..shared.escaping_tools import MAX_BYTES, REFUSED, ContentArgs, FolderArgs, MoveArgs, ReadArgs, tool


def is_below(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())


def read(path):
    path = Path(path)
    if not path.is_file() or path.stat().st_size > MAX_BYTES or path.suffix != ".txt":
        return {"error": "not_readable", "message": "Only small text files are read."}
    return {"content": path.read_text()}


class PatternArgs(BaseModel):
    pattern: str = Field(default="*", description="Glob pattern of the files to find.")


@breaks("links_stay_inside")
@tool("normpath_only", ReadArgs)
def normpath_only(args: ReadArgs, *, workspace_root: Path):
    path = os.path.normpath(os.path.join(workspace_root, args.path))
    return read(path) if path.startswith(f"{workspace_root}{os.sep}") else REFUSED


@breaks("links_stay_inside")
@tool("absolute_only", ReadArgs)
def absolute_only(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).absolute()
    return read(path) if ".." not in path.parts and path.is_relative_to(workspace_root) else REFUSED


@breaks("links_stay_inside")
@tool("last_link_refused", ReadArgs)
def last_link_refused(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    return read(path) if path.is_relative_to(workspace_root) and not path.is_symlink() else REFUSED


@breaks("links_stay_inside")
@tool("link_target_one_step", ReadArgs)
def link_target_one_step(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    while path.is_symlink() and not os.path.isabs(os.readlink(path)):
        path = path.parent / os.readlink(path)
    return read(path) if not path.is_symlink() and path.is_relative_to(workspace_root) else REFUSED


@breaks("links_stay_inside")
@tool("writes_behind_link", ContentArgs, "write")
def writes_behind_link(args: ContentArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or path.exists() or path.is_symlink():
        return REFUSED
    path.write_text(args.content)
    return {"written": True}


@breaks("links_stay_inside")
@tool("writes_through_dangling", ContentArgs, "write")
def writes_through_dangling(args: ContentArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or not is_below(path.parent, workspace_root) or path.exists():
        return REFUSED
    path.write_text(args.content)
    return {"written": True}


@breaks("links_stay_inside")
@tool("deletes_behind_link", ReadArgs, "write")
def deletes_behind_link(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or path.is_symlink():
        return REFUSED
    path.unlink()
    return {"deleted": True}


@breaks("links_stay_inside")
@tool("moves_behind_link", MoveArgs, "write")
def moves_behind_link(args: MoveArgs, *, workspace_root: Path):
    source, target = (Path(os.path.normpath(workspace_root / path)) for path in (args.source, args.destination))
    if not source.is_relative_to(workspace_root) or not target.is_relative_to(workspace_root):
        return REFUSED
    os.replace(source, target)
    return {"moved": True}


@breaks("links_stay_inside")
@tool("walks_through_links", FolderArgs)
def walks_through_links(args: FolderArgs, *, workspace_root: Path):
    start = (workspace_root / args.path).resolve()
    if not start.is_relative_to(workspace_root):
        return REFUSED
    return [name for _, _, files in os.walk(start, followlinks=True) for name in files][:500]


class NoArgs(BaseModel):
    limit: int = Field(default=500, ge=1, le=1000, description="Most names to return.")


@breaks("links_stay_inside")
@tool("discovers_through_links", NoArgs)
def discovers_through_links(args: NoArgs, *, workspace_root: Path):
    return [os.path.basename(path) for path in glob.glob(f"{workspace_root}/**", recursive=True)][: args.limit]


class SearchArgs(BaseModel):
    query: str = Field(description="Word to look for.")


@breaks("links_stay_inside")
@tool("searches_linked_files", SearchArgs)
def searches_linked_files(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for path in sorted(workspace_root.rglob("*")):
        if path.is_file() and path.stat().st_size < MAX_BYTES:
            hits += [line for line in path.read_text(errors="replace").splitlines() if args.query in line]
    return hits[:100]


@breaks("links_stay_inside")
@tool("globs_through_links", PatternArgs)
def globs_through_links(args: PatternArgs, *, workspace_root: Path):
    if ".." in args.pattern or args.pattern.startswith("/"):
        return REFUSED
    return [path.name for path in workspace_root.glob(args.pattern)]


@breaks("links_stay_inside")
@tool("absolute_prefix", ReadArgs)
def absolute_prefix(args: ReadArgs, *, workspace_root: Path):
    if not args.path.startswith(f"{workspace_root}/") or ".." in args.path or not args.path.endswith(".sql"):
        return REFUSED
    with open(args.path) as file:
        return {"sql": file.read(10_000)}


@breaks("links_stay_inside")
@tool("lists_own_folder", NoArgs)
def lists_own_folder(args: NoArgs, *, workspace_root: Path):
    folder = workspace_root / "plugins"
    if not folder.is_dir():
        return []
    return [name for _, _, names in os.walk(folder, followlinks=True) for name in names]


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    small = path.is_relative_to(root.resolve()) and path.is_file() and path.stat().st_size <= MAX_BYTES
    return path if small else None


@breaks("links_stay_inside")
@tool("waits_before_it_writes", ContentArgs, "write")
def waits_before_it_writes(args: ContentArgs, *, workspace_root: Path) -> dict:
    target = workspace_root / args.path
    if target.suffix != ".txt" or not is_below(target, workspace_root) or target.is_dir():
        return REFUSED
    for _ in range(3):
        time.sleep(0.01)
        if not (workspace_root / ".lock").exists():
            break
    try:
        target.write_text(args.content)
    except OSError:
        return REFUSED
    return {"saved": args.path}


@breaks("links_stay_inside")
@tool("opens_it_again_and_again", ReadArgs)
def opens_it_again_and_again(args: ReadArgs, *, workspace_root: Path) -> dict:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.is_file():
        return REFUSED
    pieces = []
    for start in range(4):
        with path.open("rb") as file:
            file.seek(start * 100)
            pieces.append(file.read(100).decode(errors="replace"))
    return {"text": "".join(pieces)}


@breaks("links_stay_inside")
@tool("waits_before_it_reads", ReadArgs)
async def waits_before_it_reads(args: ReadArgs, *, workspace_root: Path) -> dict:
    path = inside(workspace_root, args.path)
    if path is None or path.suffix != ".txt":
        return REFUSED
    await asyncio.sleep(0.01)
    return {"text": path.read_text()}


SUFFIXES = {".txt", ".md", ".csv", ".json", ".log"}


class PathArgs(BaseModel):
    path: str = Field(max_length=300, description="File in the workspace, for example notes.txt.")


def _checked(path: Path) -> dict | None:
    if path.suffix.lower() not in SUFFIXES:
        return {"error": "unsupported_file_type", "message": "Only text files are read."}
    if not path.is_file():
        return {"error": "file_not_found", "message": "There is no such file; list the workspace first."}
    if path.stat().st_size > 500_000:
        return {"error": "file_too_large", "message": "The file is too large."}
    return None


class DraftArgs(PathArgs):
    text: str = Field(max_length=5_000, description="What to write.")


@breaks("links_stay_inside")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_linked(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a text of the workspace."""
    path = os.path.normpath(os.path.join(workspace_root, args.path.replace("\0", "")))
    if os.path.commonpath([path, str(workspace_root)]) != str(workspace_root):
        return {"error": "path_outside_workspace", "message": "Stay inside of the workspace."}
    try:
        return _checked(Path(path)) or {"text": Path(path).read_text(errors="replace")}
    except OSError:
        return {"error": "unreadable", "message": "The file could not be read."}


@breaks("links_stay_inside")
@forge_tool(args_schema=DraftArgs, tier="write", workspace_root_aware=True)
def append_journal(args: DraftArgs, *, workspace_root: Path) -> dict:
    """Add a line to a journal of the workspace."""
    parts = Path(args.path).parts
    if Path(args.path).is_absolute() or ".." in parts or not args.path.endswith(".md"):
        return {"error": "path_not_allowed", "message": "Name a .md file inside of the workspace."}
    with (workspace_root / args.path).open("a", encoding="utf-8") as journal:
        journal.write(args.text + "\n")
    return {"added": args.path}


TEXT = {".md", ".txt", ".rst"}


class PathArgs2(BaseModel):
    path: str = Field(description="Path of the file, relative to the workspace.", max_length=300)


@breaks("links_stay_inside")
@forge_tool(args_schema=PathArgs2, tier="read", workspace_root_aware=True, raises=[ToolError])
def head_document(args: PathArgs2, *, workspace_root: Path) -> dict:
    """Return the first ten lines of a document in the workspace."""
    path = args.path
    if "\0" in path or os.path.isabs(path) or ".." in Path(path).parts:
        raise ToolError("The path must be relative and must not contain '..'.", code="bad_path")
    full = Path(workspace_root) / path
    try:
        usable = full.suffix.lower() in TEXT and full.is_file() and full.stat().st_size < 200_000
    except OSError:
        usable = False
    if not usable:
        raise ToolError("There is no such text document.", code="not_found")
    return {"lines": full.read_text("utf-8", "replace").splitlines()[:10]}
