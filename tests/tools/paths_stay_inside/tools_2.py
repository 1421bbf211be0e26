"""Tools that break paths_stay_inside."""

from __future__ import annotations

import glob
import json
import os
import shutil
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import LegacyTool, forge_tool

from ..marks import breaks
from ..shared.escaping_tools import MAX_BYTES, REFUSED, ReadArgs, tool


def read(path):
    path = Path(path)
    if not path.is_file() or path.stat().st_size > MAX_BYTES or path.suffix != ".txt":
        return {"error": "not_readable", "message": "Only small text files are read."}
    return {"content": path.read_text()}


class ReportArgs(BaseModel):
    title: str = Field(description="Title of the report; it names the file.")
    body: str = Field(description="What it says.")


@breaks("paths_stay_inside")
@tool("async_reader", ReadArgs)
async def async_reader(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path)


class NoteNameArgs(BaseModel):
    name: str = Field(description="Name of the note.")


@breaks("paths_stay_inside")
@tool("reads_own_folder", NoteNameArgs)
def reads_own_folder(args: NoteNameArgs, *, workspace_root: Path):
    path = workspace_root / "notes" / f"{args.name}.note"
    return {"note": path.read_text()} if path.exists() and path.stat().st_size < MAX_BYTES else REFUSED


@breaks("paths_stay_inside")
@tool("writes_own_folder", ReportArgs, "write")
def writes_own_folder(args: ReportArgs, *, workspace_root: Path):
    folder = workspace_root / "reports"
    folder.mkdir(exist_ok=True)
    if args.title.startswith("/"):
        return REFUSED
    (folder / f"{args.title}.md").write_text(args.body)
    return {"saved": args.title}


class MemoArgs(BaseModel):
    key: str = Field(description="Key of the memo.", min_length=1, max_length=80)


@breaks("paths_stay_inside")
@tool("adds_its_own_ending", MemoArgs)
def adds_its_own_ending(args: MemoArgs, *, workspace_root: Path) -> dict:
    try:
        with open(os.path.join(workspace_root, args.key + ".memo"), errors="replace") as file:
            return {"text": file.read(MAX_BYTES)}
    except (OSError, ValueError):
        return {"error": "no_such_memo", "message": "There is no memo under that key."}


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    small = path.is_relative_to(root.resolve()) and path.is_file() and path.stat().st_size <= MAX_BYTES
    return path if small else None


class CollectionArgs(BaseModel):
    name: str = Field(description="Name of the collection.", pattern="^[a-z0-9_-]{1,40}$")


@breaks("paths_stay_inside")
@tool("follows_an_index", CollectionArgs)
def follows_an_index(args: CollectionArgs, *, workspace_root: Path) -> dict:
    index = inside(workspace_root, f"{args.name}.idx.txt")
    if index is None:
        return {"error": "no_collection", "message": "There is no such collection."}
    notes = []
    for line in index.read_text(errors="replace").splitlines()[:50]:
        path = workspace_root / line.strip()
        if path.suffix == ".txt" and path.is_file() and path.stat().st_size <= MAX_BYTES:
            notes.append(path.read_text(errors="replace"))
    return {"notes": notes}


class ManifestArgs(BaseModel):
    path: str = Field(description="A manifest in the workspace, a .json file.", max_length=200)


@breaks("paths_stay_inside")
@tool("follows_a_manifest", ManifestArgs)
def follows_a_manifest(args: ManifestArgs, *, workspace_root: Path) -> dict:
    manifest = inside(workspace_root, args.path)
    if manifest is None or manifest.suffix != ".json":
        return REFUSED
    try:
        chapters = json.loads(manifest.read_text())["chapters"]
        return {"text": "".join((workspace_root / chapter["source"]).read_text()[:1000] for chapter in chapters)}
    except (ValueError, KeyError, TypeError, OSError):
        return {"error": "no_manifest", "message": "The file is no manifest."}


@breaks("paths_stay_inside")
@tool("follows_an_include", ReadArgs)
def follows_an_include(args: ReadArgs, *, workspace_root: Path) -> dict:
    page = inside(workspace_root, args.path)
    if page is None or page.suffix != ".md":
        return REFUSED
    lines = []
    for line in page.read_text(errors="replace").splitlines():
        if line.startswith("<<< "):
            try:
                line = (page.parent / line[4:].strip()).read_text(errors="replace")[:5000]
            except (OSError, ValueError):
                line = "(missing)"
        lines.append(line)
    return {"page": "\n".join(lines)}


def _list_files(*, folder: str, **_: object):
    return os.listdir(folder)


legacy_lister = breaks("paths_stay_inside")(
    LegacyTool(
        name="legacy_lister",
        description="List the files of a folder.",
        input_schema={
            "type": "object",
            "properties": {"folder": {"type": "string", "description": "Folder to list."}},
            "required": ["folder"],
            "additionalProperties": False,
        },
        impl=_list_files,
    )
)


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


@breaks("paths_stay_inside")
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


@breaks("paths_stay_inside")
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


@breaks("paths_stay_inside")
@forge_tool(args_schema=DraftArgs, tier="write", workspace_root_aware=True)
def save_draft(args: DraftArgs, *, workspace_root: Path) -> dict:
    """Save a draft in the workspace."""
    target = workspace_root / args.path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(args.text)
    return {"saved": args.path}


@breaks("paths_stay_inside")
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


@breaks("paths_stay_inside")
@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def list_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """List what is in a folder."""
    folder = workspace_root.joinpath(args.folder)
    if not folder.is_dir():
        return {"error": "folder_not_found", "message": "There is no such folder."}
    return {"entries": sorted(entry.name for entry in folder.iterdir())[:200]}


class MoveArgs(BaseModel):
    source: str = Field(max_length=300, description="File to move, in the workspace.")
    target: str = Field(max_length=300, description="Where to, in the workspace.")


@breaks("paths_stay_inside")
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


@breaks("paths_stay_inside")
@forge_tool(args_schema=GlobArgs, tier="read", workspace_root_aware=True)
def find_files(args: GlobArgs, *, workspace_root: Path) -> dict:
    """Find files of the workspace by a pattern."""
    found = glob.glob(os.path.join(glob.escape(str(workspace_root)), args.pattern))
    return {"files": sorted(os.path.basename(path) for path in found)[:200]}


@breaks("paths_stay_inside", "links_stay_inside")
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
