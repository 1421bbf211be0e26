"""Good tools that work with the files of a workspace."""

import csv
import hashlib
import io
import json
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, Workspace, WorkspaceError, forge_tool

TEXTS = {".txt", ".md", ".csv", ".json", ".log"}


class PathArgs(BaseModel):
    path: str = Field(max_length=300, description="File in the workspace, for example notes.txt.")


class FolderArgs(BaseModel):
    folder: str = Field(default=".", max_length=300, description="Folder of the workspace.")


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def read_page(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a page of the handbook."""
    with Workspace(workspace_root, suffixes=TEXTS, max_bytes=200_000) as workspace:
        return {"text": workspace.read_text(args.path)}


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


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True)
def file_digest(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the SHA-256 digest of a file, whatever its size."""
    digest = hashlib.sha256()
    with Workspace(workspace_root, max_bytes=5_000_000) as workspace:
        digest.update(workspace.read_bytes(args.path))
    return {"sha256": digest.hexdigest()}


@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def list_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """List what is in a folder of the workspace."""
    with Workspace(workspace_root) as workspace:
        return {"entries": [entry.name for entry in workspace.list_directory(args.folder)][:500]}


@forge_tool(args_schema=FolderArgs, tier="read", workspace_root_aware=True)
def count_files(args: FolderArgs, *, workspace_root: Path) -> dict:
    """Count the files below a folder of the workspace, by their type."""
    counts: dict[str, int] = {}
    with Workspace(workspace_root) as workspace:
        for path in workspace.walk(args.folder, max_entries=5_000):
            suffix = os.path.splitext(path)[1] or "none"
            counts[suffix] = counts.get(suffix, 0) + 1
    return {"types": [{"suffix": suffix, "files": counts[suffix]} for suffix in sorted(counts)]}


class WriteArgs(PathArgs):
    text: str = Field(max_length=10_000, description="What to write.")


@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def save_draft(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Save a draft in the workspace."""
    with Workspace(workspace_root, suffixes={".txt", ".md"}) as workspace:
        workspace.write_text(args.path, args.text)
    return {"saved": args.path, "characters": len(args.text)}


@forge_tool(args_schema=PathArgs, tier="write", workspace_root_aware=True)
def delete_draft(args: PathArgs, *, workspace_root: Path) -> dict:
    """Delete a draft from the workspace."""
    with Workspace(workspace_root, suffixes={".txt", ".md"}) as workspace:
        workspace.delete(args.path)
    return {"deleted": args.path}


class MoveArgs(BaseModel):
    source: str = Field(max_length=300, description="File to move, in the workspace.")
    target: str = Field(max_length=300, description="Where to, in the workspace.")


@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True)
def move_file(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Move a file to another place of the workspace."""
    with Workspace(workspace_root) as workspace:
        workspace.move(args.source, args.target)
    return {"moved": args.source, "to": args.target}


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


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note, in small letters.")


@forge_tool(args_schema=NoteArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def read_note(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Read one of the notes by its name."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"], max_bytes=50_000) as workspace:
            return {"text": workspace.read_text(f"{args.name}.txt")}
    except WorkspaceError:
        raise ToolError("There is no such note that can be read. List the notes.", code="note_not_found") from None


class AddArgs(NoteArgs):
    line: str = Field(max_length=500, description="Line to add.")


@forge_tool(args_schema=AddArgs, tier="write")
def remember_line(args: AddArgs) -> dict:
    """Remember a line in the assistant's own store."""
    folder = Path.home() / ".assistant-notes"
    folder.mkdir(exist_ok=True)
    with (folder / f"{args.name}.txt").open("a", encoding="utf-8", errors="replace") as file:
        file.write(args.line.replace("\n", " ") + "\n")
    return {"remembered": args.name}


class ArchiveArgs(BaseModel):
    archive: str = Field(default="upload.zip", max_length=100, description="ZIP archive in the workspace.")


@forge_tool(args_schema=ArchiveArgs, tier="write", workspace_root_aware=True)
def unpack_upload(args: ArchiveArgs, *, workspace_root: Path) -> dict:
    """Unpack the small files of a ZIP archive into the folder 'unpacked'."""
    written = 0
    try:
        with (
            Workspace(workspace_root, suffixes=[".zip"], max_bytes=1_000_000) as workspace,
            zipfile.ZipFile(io.BytesIO(workspace.read_bytes(args.archive))) as archive,
        ):
            for member in archive.infolist()[:100]:
                if member.is_dir() or member.file_size > 100_000:
                    continue
                try:
                    with Workspace(workspace_root) as target:
                        target.make_directory("unpacked")
                        target.write_bytes(f"unpacked/{os.path.basename(member.filename)}", archive.read(member))
                except WorkspaceError:
                    continue
                written += 1
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        return {"error": "no_archive", "message": "This is no ZIP archive that can be unpacked."}
    return {"files": written}


class TableArgs(BaseModel):
    rows: list[int] = Field(max_length=100, description="Numbers of the table.")
    format: Literal["csv", "json"] = Field(default="csv", description="Format of the table.")


@forge_tool(args_schema=TableArgs, tier="read")
def render_table(args: TableArgs) -> dict:
    """Render a table, by way of a temporary file that is removed again."""
    with tempfile.NamedTemporaryFile("w+", suffix=".tmp") as file:
        if args.format == "csv":
            csv.writer(file).writerows([[row] for row in args.rows])
        else:
            json.dump(args.rows, file)
        file.flush()
        file.seek(0)
        return {"table": file.read()}


async def _lines(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"lines": len(arguments["text"].splitlines())}


count_lines = FnToolExecutor(
    "count_lines",
    _lines,
    description="Count the lines of a text.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {"text": {"type": "string", "maxLength": 5000, "description": "The text."}},
        "required": ["text"],
        "additionalProperties": False,
    },
)
