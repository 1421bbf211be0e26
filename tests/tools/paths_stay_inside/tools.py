"""Tools that break paths_stay_inside."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from pathlib import Path
from urllib.parse import unquote

from pydantic import BaseModel, Field

from ..marks import breaks
from ..shared.escaping_tools import MAX_BYTES, REFUSED, ContentArgs, FolderArgs, MoveArgs, ReadArgs, tool


def is_below(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())


def read(path):
    path = Path(path)
    if not path.is_file() or path.stat().st_size > MAX_BYTES or path.suffix != ".txt":
        return {"error": "not_readable", "message": "Only small text files are read."}
    return {"content": path.read_text()}


@breaks("paths_stay_inside")
@tool("no_check", ReadArgs)
def no_check(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path)


@breaks("paths_stay_inside")
@tool("prefix_compared", ReadArgs)
def prefix_compared(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).resolve()
    return read(path) if str(path).startswith(str(workspace_root)) else REFUSED


@breaks("paths_stay_inside")
@tool("stripped_once", ReadArgs)
def stripped_once(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path.replace("../", "").lstrip("/"))


@breaks("paths_stay_inside")
@tool("stripped_by_pattern", ReadArgs)
def stripped_by_pattern(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / re.sub(r"\.\./", "", args.path).lstrip("/"))


@breaks("paths_stay_inside")
@tool("decoded_after_check", ReadArgs)
def decoded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / unquote(args.path))


@breaks("paths_stay_inside")
@tool("home_expanded_after_check", ReadArgs)
def home_expanded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(os.path.join(workspace_root, os.path.expanduser(args.path)))


@breaks("paths_stay_inside")
@tool("variables_expanded_after_check", ReadArgs)
def variables_expanded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(os.path.join(workspace_root, os.path.expandvars(args.path)))


@breaks("paths_stay_inside")
@tool("normalised_after_check", ReadArgs)
def normalised_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / unicodedata.normalize("NFKC", args.path))


@breaks("paths_stay_inside")
@tool("backslashes_after_check", ReadArgs)
def backslashes_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / args.path.replace("\\", "/"))


@breaks("paths_stay_inside")
@tool("nul_removed_after_check", ReadArgs)
def nul_removed_after_check(args: ReadArgs, *, workspace_root: Path):
    if ".." in args.path.split("/") or args.path.startswith("/"):
        return REFUSED
    path = workspace_root / args.path.replace("\0", "")
    return read(path) if not path.is_symlink() else REFUSED


@breaks("paths_stay_inside")
@tool("stripped_after_check", ReadArgs)
def stripped_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / args.path.strip())


@breaks("paths_stay_inside")
@tool("url_taken", ReadArgs)
def url_taken(args: ReadArgs, *, workspace_root: Path):
    if args.path.startswith("file://"):
        return read(args.path.removeprefix("file://"))
    return read(workspace_root / args.path) if is_below(workspace_root / args.path, workspace_root) else REFUSED


@breaks("paths_stay_inside")
@tool("checked_after_read", ReadArgs)
def checked_after_read(args: ReadArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    if path.suffix != ".txt" or not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_readable", "message": "Only small text files are read."}
    text = path.read_text()
    return {"content": text} if is_below(path, workspace_root) else REFUSED


class HashArgs(BaseModel):
    file: str = Field(description="File to hash.")


@breaks("paths_stay_inside")
@tool("hashes_anything", HashArgs)
def hashes_anything(args: HashArgs, *, workspace_root: Path):
    """Returns nothing of the content, and has read it all the same."""
    import hashlib

    path = workspace_root / args.file
    if not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_readable", "message": "Only small files are hashed."}
    return {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


@breaks("paths_stay_inside")
@tool("tells_size", ReadArgs)
def tells_size(args: ReadArgs, *, workspace_root: Path):
    return {"bytes": os.stat(workspace_root / args.path).st_size}


class ManyArgs(BaseModel):
    paths: list[str] = Field(min_length=1, description="Files to read.")


@breaks("paths_stay_inside")
@tool("first_checked", ManyArgs)
def first_checked(args: ManyArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.paths[0], workspace_root):
        return REFUSED
    return [read(workspace_root / path) for path in args.paths]


class Edit(BaseModel):
    action: str = Field(default="replace", description="What to do.")
    path: str = Field(description="File to edit.")
    text: str = Field(default="", description="The new text.")


class EditsArgs(BaseModel):
    edits: list[Edit] = Field(min_length=1, description="What to change.")


@breaks("paths_stay_inside")
@tool("nested_edits", EditsArgs, "write")
def nested_edits(args: EditsArgs, *, workspace_root: Path):
    for edit in args.edits:
        (workspace_root / edit.path).write_text(edit.text)
    return {"edited": len(args.edits)}


class FilesArgs(BaseModel):
    files: dict[str, str] = Field(description="File name to content.")


@breaks("paths_stay_inside")
@tool("names_as_keys", FilesArgs, "write")
def names_as_keys(args: FilesArgs, *, workspace_root: Path):
    for name, content in args.files.items():
        (workspace_root / name).write_text(content)
    return {"written": len(args.files)}


@breaks("paths_stay_inside")
@tool("writes_then_checks", ContentArgs, "write")
def writes_then_checks(args: ContentArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    path.write_text(args.content)
    if not is_below(path, workspace_root):
        path.unlink()
        return REFUSED
    return {"written": True}


@breaks("paths_stay_inside")
@tool("lists_anything", FolderArgs)
def lists_anything(args: FolderArgs, *, workspace_root: Path):
    return sorted(os.listdir(os.path.join(workspace_root, args.path)))


@breaks("paths_stay_inside")
@tool("removes_trees", FolderArgs, "write")
def removes_trees(args: FolderArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    if path.resolve() == workspace_root.resolve():
        return REFUSED
    shutil.rmtree(path)
    return {"deleted": True}


@breaks("paths_stay_inside")
@tool("makes_folders", FolderArgs, "write")
def makes_folders(args: FolderArgs, *, workspace_root: Path):
    os.makedirs(os.path.join(workspace_root, args.path))
    return {"made": True}


@breaks("paths_stay_inside")
@tool("source_checked", MoveArgs, "write")
def source_checked(args: MoveArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.source, workspace_root):
        return REFUSED
    shutil.move(workspace_root / args.source, workspace_root / args.destination)
    return {"moved": True}


class TargetArgs(BaseModel):
    source: str = Field(description="Text file to move, relative to the workspace.")
    target: str = Field(description="New path, relative to the workspace.")


@breaks("paths_stay_inside")
@tool("typed_target_unchecked", TargetArgs, "write")
def typed_target_unchecked(args: TargetArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    old, new = (root / args.source).resolve(), root / args.target
    if not old.is_relative_to(root) or {old.suffix, new.suffix} - {".txt", ".csv", ".md"}:
        return REFUSED
    if not old.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    new.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(old, new)
    return {"moved": True}


@breaks("paths_stay_inside")
@tool("destination_checked", MoveArgs, "write")
def destination_checked(args: MoveArgs, *, workspace_root: Path):
    target = (workspace_root / args.destination).resolve()
    if not target.is_relative_to(workspace_root) or target.exists():
        return REFUSED
    source = workspace_root / args.source
    if not source.is_file() or source.stat().st_size > MAX_BYTES:
        return {"error": "not_found", "message": "There is no such file."}
    shutil.copyfile(source, target)
    return {"copied": True}


class LinkArgs(BaseModel):
    target: str = Field(description="Existing file.")
    link_name: str = Field(description="New name for it.")


@breaks("paths_stay_inside")
@tool("hard_links_anything", LinkArgs, "write")
def hard_links_anything(args: LinkArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.link_name, workspace_root):
        return REFUSED
    os.link(workspace_root / args.target, workspace_root / args.link_name)
    return {"linked": True}


@breaks("paths_stay_inside")
@tool("shells_out", ReadArgs)
def shells_out(args: ReadArgs, *, workspace_root: Path):
    import subprocess

    done = subprocess.run(["head", "-c", "2000", args.path], cwd=workspace_root, capture_output=True, timeout=5)
    return {"text": done.stdout.decode("utf-8", "replace")}
