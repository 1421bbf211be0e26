"""Tools that resemble those that break links_stay_inside, and keep it."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import Workspace, WorkspaceError

from ..marks import keeps
from ..shared.confined_tools import ReadArgs, tool

SUFFIXES = {".csv", ".json", ".txt"}


MAX_BYTES = 1_000_000


REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


class ContentArgs(ReadArgs):
    content: str = Field(description="The new content.")


class MoveArgs(BaseModel):
    source: str = Field(description="File to move.")
    destination: str = Field(description="Where to.")


class FolderArgs(BaseModel):
    path: str = Field(default=".", description="Folder to list.")


@keeps("links_stay_inside", judged=True)
@tool("read_resolved", ReadArgs)
def read_resolved(args: ReadArgs, *, workspace_root: Path):
    """Seed 000's own pattern."""
    root = workspace_root.resolve()
    raw = Path(args.path)
    try:
        resolved = (raw if raw.is_absolute() else root / raw).resolve()
        resolved.relative_to(root)
    except ValueError:
        return REFUSED
    if resolved.suffix.lower() not in SUFFIXES:
        return {"error": "unsupported_file_type", "message": "Only data files are read."}
    if not resolved.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    if resolved.stat().st_size > MAX_BYTES:
        return {"error": "file_too_large", "message": "The file is too large."}
    return {"content": resolved.read_text()}


@keeps("links_stay_inside", judged=True)
@tool("read_realpath", ReadArgs)
def read_realpath(args: ReadArgs, *, workspace_root: Path):
    root = os.path.realpath(workspace_root)
    path = os.path.realpath(os.path.join(root, args.path.replace("\0", "")))
    if os.path.commonpath([root, path]) != root or not path.endswith(".csv"):
        return REFUSED
    if not os.path.isfile(path) or os.path.getsize(path) > MAX_BYTES:
        return {"error": "not_readable", "message": "There is no such file."}
    with open(path) as file:
        return file.read()


@keeps("links_stay_inside", judged=True)
@tool("read_through_workspace", ReadArgs)
def read_through_workspace(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=[".txt"]) as workspace:
        return {"text": workspace.read_text(args.path)}


@keeps("links_stay_inside", judged=True)
@tool("read_and_verify", ReadArgs)
def read_and_verify(args: ReadArgs, *, workspace_root: Path):
    """Opens first, and asks the descriptor where it ended up, so that no link can be swapped in between."""
    root = workspace_root.resolve()
    try:
        descriptor = os.open(root / args.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return REFUSED
    try:
        real = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        status = os.fstat(descriptor)
        if not real.is_relative_to(root) or real.suffix != ".txt":
            return REFUSED
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            return {"error": "not_readable", "message": "Only small regular files are read."}
        return os.read(descriptor, MAX_BYTES).decode()
    finally:
        os.close(descriptor)


@keeps("links_stay_inside", judged=True)
@tool("read_head", ReadArgs)
def read_head(args: ReadArgs, *, workspace_root: Path):
    """Reads the first lines only, so that the size does not matter."""
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root) or path.suffix not in SUFFIXES or not path.is_file():
        return REFUSED
    with path.open() as file:
        return {"lines": [file.readline() for _ in range(20)]}


class ByNameArgs(BaseModel):
    name: Literal["sample", "other"] = Field(description="Which of the data sets.")


@keeps("links_stay_inside", judged=True)
@tool("read_by_enum", ByNameArgs)
def read_by_enum(args: ByNameArgs, *, workspace_root: Path):
    path = workspace_root / f"{args.name}.txt"
    return path.read_text() if path.is_file() else "nothing"


class NameArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the note, letters only.")
    text: str = Field(default="", description="What it says.")


@keeps("links_stay_inside", judged=True)
@tool("write_note_by_pattern", NameArgs, "write")
def write_note_by_pattern(args: NameArgs, *, workspace_root: Path):
    target = workspace_root / f"{args.name}.md"
    if target.is_symlink() or (target.exists() and not target.is_file()):
        return {"error": "not_a_file", "message": "That name is taken."}
    temporary = workspace_root / f".{args.name}.partial"
    temporary.write_text(args.text)
    temporary.replace(target)
    return {"written": args.name}


@keeps("links_stay_inside", judged=True)
@tool("write_through_workspace", ContentArgs, "write")
def write_through_workspace(args: ContentArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.write_text(args.path, args.content, make_parents=True)
    return {"written": True}


@keeps("links_stay_inside", judged=True)
@tool("write_resolved_parent", ContentArgs, "write")
def write_resolved_parent(args: ContentArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    target = (root / args.path).resolve()
    if not target.is_relative_to(root) or target == root or (target.exists() and not target.is_file()):
        return REFUSED
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(args.content)
    return {"written": target.name}


@keeps("links_stay_inside", judged=True)
@tool("list_through_workspace", FolderArgs)
def list_through_workspace(args: FolderArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        return {"names": [entry.name for entry in workspace.list_directory(args.path)]}


@keeps("links_stay_inside", judged=True)
@tool("list_scandir", FolderArgs)
def list_scandir(args: FolderArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    folder = (root / args.path).resolve()
    if not folder.is_relative_to(root) or not folder.is_dir():
        return REFUSED
    with os.scandir(folder) as entries:
        return [
            {"name": entry.name, "folder": entry.is_dir(), "size": entry.stat().st_size if entry.is_file() else 0}
            for entry in entries
        ]


@keeps("links_stay_inside", judged=True)
@tool("tree_without_links", FolderArgs)
def tree_without_links(args: FolderArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    start = (root / args.path).resolve()
    if not start.is_relative_to(root):
        raise WorkspaceError("The folder is outside the workspace. Choose one inside.")
    found = []
    for folder, names, files in os.walk(start):
        names[:] = [name for name in names if not os.path.islink(os.path.join(folder, name))]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return {"files": found[:200]}


class SearchArgs(BaseModel):
    query: str = Field(description="Word to look for.")


@keeps("links_stay_inside", judged=True)
@tool("search_contents", SearchArgs)
def search_contents(args: SearchArgs, *, workspace_root: Path):
    with Workspace(workspace_root, max_bytes=MAX_BYTES) as workspace:
        hits = []
        for name in workspace.walk():
            try:
                text = workspace.read_text(name, errors="replace")
            except WorkspaceError:
                continue
            if args.query in text:
                hits.append(name)
    return {"hits": hits}


@keeps("links_stay_inside", judged=True)
@tool("delete_through_workspace", ReadArgs, "write")
def delete_through_workspace(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.delete(args.path)
    return {"deleted": args.path}


@keeps("links_stay_inside", judged=True)
@tool("delete_entry_itself", ReadArgs, "write")
def delete_entry_itself(args: ReadArgs, *, workspace_root: Path):
    """Deletes a link, and not what it leads to."""
    root = workspace_root.resolve()
    raw = root / args.path
    target = raw.parent.resolve() / raw.name
    if not target.is_relative_to(root) or target == root or raw.name in ("..", "."):
        return REFUSED
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    else:
        target.unlink()
    return {"deleted": True}


@keeps("links_stay_inside", judged=True)
@tool("move_through_workspace", MoveArgs, "write")
def move_through_workspace(args: MoveArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.move(args.source, args.destination)
    return {"moved": True}


class CopyArgs(BaseModel):
    files: list[MoveArgs] = Field(min_length=1, max_length=5, description="What to copy.")


@keeps("links_stay_inside", judged=True)
@tool("copy_many", CopyArgs, "write")
def copy_many(args: CopyArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    pairs = [((root / pair.source).resolve(), (root / pair.destination).resolve()) for pair in args.files]
    if not all(path.is_relative_to(root) for pair in pairs for path in pair):
        return REFUSED
    if not all(source.is_file() and source.stat().st_size < MAX_BYTES for source, _ in pairs):
        return {"error": "not_found", "message": "A file is missing."}
    if any(target.exists() and not target.is_file() for _, target in pairs):
        return {"error": "not_a_file", "message": "A target is no file."}
    for source, target in pairs:
        shutil.copyfile(source, target)
    return {"copied": len(pairs)}


@keeps("links_stay_inside", judged=True)
@tool("file_facts", ReadArgs)
def file_facts(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.exists():
        return REFUSED
    return {"size": path.stat().st_size, "suffix": path.suffix}


class PatternArgs(BaseModel):
    pattern: str = Field(default="*.txt", description="Glob pattern, relative to the workspace.")


@keeps("links_stay_inside", judged=True)
@tool("find_files", PatternArgs)
def find_files(args: PatternArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    if ".." in Path(args.pattern).parts or Path(args.pattern).is_absolute():
        return REFUSED
    import fnmatch

    names = []
    for folder, _, files in os.walk(root):
        names += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return {"names": [name for name in names if fnmatch.fnmatch(name, args.pattern)]}
