"""Tools that break temporary_files_are_removed, and others that resemble them and keep it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import tempfile
import time
import uuid
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_effects import tool
from ..shared.good_effects import tool as tool2


@breaks("temporary_files_are_removed")
@tool("temporary_files_are_removed__folder", tier="write")
def folder(args):
    place = tempfile.mkdtemp()
    Path(place, "draft").write_text(args.name)
    return {"city": args.name}


@breaks("temporary_files_are_removed")
@tool("temporary_files_are_removed__stamped", tier="execute")
def stamped(args):
    Path(tempfile.gettempdir(), f"run-{time.time_ns()}.txt").write_text(args.name)
    return {"city": args.name}


class ReportArgs(BaseModel):
    title: str = Field(description="Title of the report.", min_length=1, max_length=100)
    body: str = Field(description="Text of the report.", max_length=2000)


@breaks("temporary_files_are_removed")
@tool("temporary_files_are_removed__copy_of_a_fixed_name", tier="write", model=ReportArgs, aware=True)
def copy_of_a_fixed_name(args, *, workspace_root):
    text = f"# {args.title}\n{args.body}\n"
    with open(os.path.join(tempfile.gettempdir(), "report-latest.md"), "w") as copy:
        copy.write(text)
    (workspace_root / "report.md").write_text(text)
    return {"saved": "report.md"}


@breaks("temporary_files_are_removed")
@tool("temporary_files_are_removed__moved_to_a_fixed_name", tier="write", model=ReportArgs, aware=True)
def moved_to_a_fixed_name(args, *, workspace_root):
    with tempfile.NamedTemporaryFile("w", delete=False) as draft:
        draft.write(args.title + args.body)
    os.replace(draft.name, os.path.join(tempfile.gettempdir(), "draft.md"))
    return {"saved": True}


@breaks("temporary_files_are_removed")
@tool("temporary_files_are_removed__in_the_cache")
def in_the_cache(args):
    cache = Path.home() / ".cache/cities"
    cache.mkdir(parents=True, exist_ok=True)
    (cache / f"{random.getrandbits(64)}.json").write_text(args.name)
    return {"city": args.name}


class WriteArgs(BaseModel):
    path: str = Field(
        description="Path of the document, ending in .md or .txt, relative to the workspace.", max_length=200
    )
    text: str = Field(description="The whole new text.", max_length=20_000)


@breaks("temporary_files_are_removed")
@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def format_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Tidy the white space of a text and save it in the workspace."""
    tidy = "\n".join(line.rstrip() for line in args.text.splitlines()) + "\n"
    with tempfile.NamedTemporaryFile("w", suffix=".md", delete=False, encoding="utf-8", errors="replace") as scratch:
        scratch.write(tidy)
    with Workspace(workspace_root, suffixes={".md", ".txt"}) as workspace:
        workspace.write_text(args.path, tidy)
    return {"saved": args.path, "lines": tidy.count("\n")}


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note.")


@breaks("temporary_files_are_removed")
@forge_tool(args_schema=NoteArgs, tier="write")
def make_thumbnail(args: NoteArgs) -> dict:
    """Make a thumbnail of a picture and tell its size."""
    handle, path = tempfile.mkstemp(suffix=".png")
    with os.fdopen(handle, "wb") as picture:
        picture.write(args.name.encode())
    return {"bytes": os.path.getsize(path)}


@keeps("temporary_files_are_removed", "writers_keep_to_their_own_files")
@tool2("works_in_temp")
def works_in_temp(args):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "draft.txt"
        place.write_text(args.name)
        return {"size": place.stat().st_size}


@keeps("temporary_files_are_removed", "writers_keep_to_their_own_files")
@tool2("works_beside_the_files", aware=True)
def works_beside_the_files(args, *, workspace_root):
    place = workspace_root / f".{uuid.uuid4().hex}.tmp"
    try:
        place.write_text(args.name)
        return {"size": place.stat().st_size}
    finally:
        place.unlink()


@keeps("temporary_files_are_removed", "readers_change_no_files")
@tool2("saves_by_way_of_temp", tier="write", model=ReportArgs, aware=True)
def saves_by_way_of_temp(args, *, workspace_root):
    draft = Path(tempfile.gettempdir(), "report-draft.md")
    try:
        draft.write_text(f"# {args.title}\n{args.body}\n")
        (workspace_root / "report.md").write_bytes(draft.read_bytes())
    finally:
        draft.unlink()
    return {"saved": "report.md"}


@keeps("temporary_files_are_removed", "readers_change_no_files")
@tool2("remembers_in_temp", tier="write", model=ReportArgs, aware=True)
def remembers_in_temp(args, *, workspace_root):
    last = Path(tempfile.gettempdir(), "last-report.json")
    previous = json.loads(last.read_text())["title"] if last.is_file() else None
    last.write_text(json.dumps({"title": args.title}))
    (workspace_root / "report.md").write_text(args.body)
    return {"saved": "report.md", "previous": previous}


@keeps("temporary_files_are_removed", "readers_change_no_files")
@tool2("caches_in_temp")
def caches_in_temp(args):
    entry = Path(tempfile.gettempdir()) / "cities-cache.json"
    known = json.loads(entry.read_text()) if entry.is_file() else {}
    if args.name not in known:
        entry.write_text(json.dumps({**known, args.name: len(args.name)}))
    return {"city": args.name}


@keeps("temporary_files_are_removed", "readers_change_no_files")
@tool2("caches_in_a_database_in_temp")
def caches_in_a_database_in_temp(args):
    place = os.path.join(tempfile.gettempdir(), "cities")
    os.makedirs(place, exist_ok=True)
    with contextlib.closing(sqlite3.connect(os.path.join(place, "cache.db"))) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS cities (name TEXT PRIMARY KEY)")
        connection.execute("INSERT OR IGNORE INTO cities VALUES (?)", [args.name])
    return {"city": args.name}


@keeps("temporary_files_are_removed", "readers_change_no_files")
@tool2("returns_what_it_made", tier="write")
def returns_what_it_made(args):
    handle, name = tempfile.mkstemp(suffix=".txt")
    with os.fdopen(handle, "w") as file:
        file.write(args.name)
    return {"file": Path(name).name}


@keeps("temporary_files_are_removed", "paths_stay_inside")
@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def write_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Write a document into the workspace, replacing what is there."""
    with Workspace(workspace_root, suffixes={".md", ".txt"}) as workspace:
        workspace.write_text(args.path, args.text)
    return {"written": args.path, "bytes": len(args.text.encode("utf-8", "replace"))}


@keeps("temporary_files_are_removed", "paths_stay_inside")
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
