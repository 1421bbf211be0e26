"""Good tools of a documentation assistant."""

import fnmatch
import hashlib
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

TEXT = {".md", ".txt", ".rst"}


class PathArgs(BaseModel):
    path: str = Field(description="Path of the file, relative to the workspace.", max_length=300)


def _safe(root, path):
    root = Path(root).resolve()
    full = (root / path).resolve()
    if not full.is_relative_to(root):
        raise ToolError("The path leads outside the workspace.", code="outside_workspace")
    return full


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def read_document(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a text document from the workspace."""
    try:
        full = _safe(workspace_root, args.path)
    except (OSError, ValueError, RuntimeError):
        raise ToolError("The path cannot be used.", code="bad_path") from None
    if full.suffix.lower() not in TEXT:
        raise ToolError("Only .md, .txt and .rst documents can be read.", code="unsupported_type")
    if not full.is_file():
        raise ToolError("There is no such document.", code="not_found")
    if full.stat().st_size > 200_000:
        raise ToolError("The document is larger than 200 kB.", code="too_large")
    return {"path": args.path, "text": full.read_text(encoding="utf-8", errors="replace")}


class ListArgs(BaseModel):
    folder: str = Field(default=".", description="Folder in the workspace.", max_length=300)
    pattern: str = Field(
        default="*", description="Shell pattern that names must match, for example '*.md'.", max_length=50
    )


@forge_tool(args_schema=ListArgs, tier="read", workspace_root_aware=True)
def list_documents(args: ListArgs, *, workspace_root: Path) -> dict:
    """List the files of a folder whose names match a pattern."""
    with Workspace(workspace_root) as workspace:
        names = [
            entry.name for entry in workspace.list_directory(args.folder) if fnmatch.fnmatch(entry.name, args.pattern)
        ]
    return {"files": sorted(names)[:500], "total": len(names)}


class WriteArgs(BaseModel):
    path: str = Field(
        description="Path of the document, ending in .md or .txt, relative to the workspace.", max_length=200
    )
    text: str = Field(description="The whole new text.", max_length=20_000)


@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def write_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Write a document into the workspace, replacing what is there."""
    with Workspace(workspace_root, suffixes={".md", ".txt"}) as workspace:
        workspace.write_text(args.path, args.text)
    return {"written": args.path, "bytes": len(args.text.encode("utf-8", "replace"))}


class SearchArgs(BaseModel):
    text: str = Field(description="Text to look for, taken literally.", min_length=1, max_length=100)
    max_hits: int = Field(default=20, ge=1, le=100, description="Most lines to return.")


@forge_tool(args_schema=SearchArgs, tier="read", workspace_root_aware=True)
def search_documents(args: SearchArgs, *, workspace_root: Path) -> dict:
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


@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def publish_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Number the lines of a text and save it in the workspace."""
    with tempfile.TemporaryDirectory() as scratch:
        part = Path(scratch) / "part.txt"
        part.write_text(args.text, encoding="utf-8", errors="replace")
        numbered = [f"{n:>4} {line}" for n, line in enumerate(part.read_text("utf-8").splitlines(), 1)]
    with Workspace(workspace_root, suffixes={".md", ".txt"}) as workspace:
        workspace.write_text(args.path, "\n".join(numbered))
    return {"saved": args.path, "lines": len(numbered)}


class LineArgs(BaseModel):
    line: str = Field(description="Line to add to the log.", max_length=500)


@forge_tool(args_schema=LineArgs, tier="write", workspace_root_aware=True)
def journal_line(args: LineArgs, *, workspace_root: Path) -> dict:
    """Add a line with a time stamp to the diary of the workspace."""
    stamp = datetime.now(UTC).isoformat()
    with open(Path(workspace_root) / "diary.txt", "a", encoding="utf-8", errors="replace") as handle:
        handle.write(f"{stamp} {' '.join(args.line.split())}\n")
    return {"at": stamp, "id": hashlib.sha1(os.urandom(8)).hexdigest()[:8]}
