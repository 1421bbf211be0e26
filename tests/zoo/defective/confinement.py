"""Tools that let a path lead out, or a file do harm."""

import glob
import os
import shutil
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "read_log": ("paths_stay_inside",),
    "read_page": ("paths_stay_inside",),
    "save_draft": ("paths_stay_inside",),
    "delete_draft": ("paths_stay_inside",),
    "list_folder": ("paths_stay_inside", "confinement"),
    "read_linked": ("links_stay_inside",),
    "append_journal": ("links_stay_inside",),
    "read_config_file": ("file_types_are_allow_listed",),
    "tail_log": ("special_files_do_not_block",),
    "load_dump": ("reads_are_bounded",),
    "move_file": ("paths_stay_inside",),
    "find_files": ("paths_stay_inside", "confinement"),
    "copy_report": ("paths_stay_inside", "links_stay_inside"),
}

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


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_log(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a log file of the workspace."""
    if ".." in args.path:
        return {"error": "path_outside_workspace", "message": "Stay inside of the workspace."}
    path = Path(os.path.join(workspace_root, args.path.replace("\0", "")))
    try:
        return _checked(path) or {"text": path.read_text(errors="replace")}
    except OSError:
        return {"error": "unreadable", "message": "The file could not be read."}


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_page(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a page of the handbook."""
    root = os.path.realpath(workspace_root)
    path = os.path.realpath(os.path.join(root, args.path.replace("\0", "")))
    if not path.startswith(root):
        return {"error": "path_outside_workspace", "message": "Stay inside of the workspace."}
    try:
        return _checked(Path(path)) or {"text": Path(path).read_text(errors="replace")}
    except OSError:
        return {"error": "unreadable", "message": "The file could not be read."}


class DraftArgs(PathArgs):
    text: str = Field(max_length=5_000, description="What to write.")


@forge_tool(args_schema=DraftArgs, tier="write", workspace_root_aware=True)
def save_draft(args: DraftArgs, *, workspace_root: Path) -> dict:
    """Save a draft in the workspace."""
    target = workspace_root / args.path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(args.text)
    return {"saved": args.path}


@forge_tool(args_schema=PathArgs, tier="write", workspace_root_aware=True)
def delete_draft(args: PathArgs, *, workspace_root: Path) -> dict:
    """Delete a draft from the workspace."""
    target = os.path.join(str(workspace_root), args.path)
    if not os.path.isfile(target):
        return {"error": "file_not_found", "message": "There is no such draft."}
    os.remove(target)
    return {"deleted": args.path}


class FolderArgs(BaseModel):
    folder: str = Field(default=".", max_length=300, description="Folder of the workspace to list.")


@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def list_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """List what is in a folder."""
    folder = workspace_root.joinpath(args.folder)
    if not folder.is_dir():
        return {"error": "folder_not_found", "message": "There is no such folder."}
    return {"entries": sorted(entry.name for entry in folder.iterdir())[:200]}


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


@forge_tool(args_schema=DraftArgs, tier="write", workspace_root_aware=True)
def append_journal(args: DraftArgs, *, workspace_root: Path) -> dict:
    """Add a line to a journal of the workspace."""
    parts = Path(args.path).parts
    if Path(args.path).is_absolute() or ".." in parts or not args.path.endswith(".md"):
        return {"error": "path_not_allowed", "message": "Name a .md file inside of the workspace."}
    with (workspace_root / args.path).open("a", encoding="utf-8") as journal:
        journal.write(args.text + "\n")
    return {"added": args.path}


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_config_file(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a configuration file of the project."""
    with Workspace(workspace_root, max_bytes=100_000) as workspace:
        return {"text": workspace.read_text(args.path)}


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


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def load_dump(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the first letters of a text."""
    root = workspace_root.resolve()
    path = (root / args.path.replace("\0", "")).resolve()
    if not path.is_relative_to(root) or path.suffix not in SUFFIXES or not path.is_file():
        return {"error": "path_not_allowed", "message": "Name a text inside of the workspace."}
    return {"text": path.read_text(encoding="utf-8", errors="replace")[:2000]}


class MoveArgs(BaseModel):
    source: str = Field(max_length=300, description="File to move, in the workspace.")
    target: str = Field(max_length=300, description="Where to, in the workspace.")


@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True)
def move_file(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Move a file inside of the workspace."""
    root = workspace_root.resolve()
    source = (root / args.source.replace("\0", "")).resolve()
    if not source.is_relative_to(root) or not source.is_file():
        return {"error": "path_not_allowed", "message": "The source is not in the workspace."}
    try:
        shutil.move(source, root / args.target)
    except (OSError, ValueError):
        return {"error": "not_moved", "message": "The file could not be moved there."}
    return {"moved": args.source}


class GlobArgs(BaseModel):
    pattern: str = Field(max_length=100, description="Glob of the files to find, for example *.md.")


@forge_tool(args_schema=GlobArgs, tier="read", workspace_root_aware=True)
def find_files(args: GlobArgs, *, workspace_root: Path) -> dict:
    """Find files of the workspace by a pattern."""
    found = glob.glob(os.path.join(glob.escape(str(workspace_root)), args.pattern))
    return {"files": sorted(os.path.basename(path) for path in found)[:200]}


@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True)
def copy_report(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Copy a report of the workspace."""
    root = str(workspace_root)
    source, target = (os.path.join(root, name.lstrip("/").replace("\0", "")) for name in (args.source, args.target))
    if not os.path.isfile(source) or Path(source).suffix not in SUFFIXES or os.path.getsize(source) > 500_000:
        return {"error": "file_not_found", "message": "There is no such report."}
    try:
        shutil.copyfile(source, target)
    except OSError:
        return {"error": "not_copied", "message": "The report could not be copied."}
    return {"copied": args.source}
