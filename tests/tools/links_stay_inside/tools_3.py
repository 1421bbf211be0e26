"""Tools that resemble those that break links_stay_inside, and keep it."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import Workspace, WorkspaceError

from ..marks import keeps
from ..shared.confined_tools import ReadArgs, tool

SUFFIXES = {".csv", ".json", ".txt"}


MAX_BYTES = 1_000_000


REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


class ContentArgs(ReadArgs):
    content: str = Field(description="The new content.")


class TargetArgs(BaseModel):
    source: str = Field(description="Text file to move, relative to the workspace.")
    target: str = Field(description="New path, relative to the workspace.")


@keeps("links_stay_inside", judged=True)
@tool("moves_to_typed_target", TargetArgs, "write")
def moves_to_typed_target(args: TargetArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    old, new = ((root / text).resolve() for text in (args.source, args.target))
    if not all(path.is_relative_to(root) and path.suffix in SUFFIXES for path in (old, new)):
        return REFUSED
    if not old.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    new.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(old, new)
    return {"moved": True}


class EndsArgs(BaseModel):
    src: str = Field(description="What to copy.")
    dst: str = Field(description="Where the copy goes.")


@keeps("links_stay_inside", judged=True)
@tool("copies_between_vague_ends", EndsArgs, "write")
def copies_between_vague_ends(args: EndsArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    old, new = ((root / text).resolve() for text in (args.src, args.dst))
    if not all(path.is_relative_to(root) and path.suffix in SUFFIXES for path in (old, new)):
        return REFUSED
    if not old.is_file() or new.exists():
        return {"error": "cannot_copy", "message": "There is nothing to copy, or something in its way."}
    new.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(old, new)
    return {"copied": True}


@keeps("links_stay_inside", judged=True)
@tool("follows_an_index_inside", ReadArgs)
def follows_an_index_inside(args: ReadArgs, *, workspace_root: Path):
    root = workspace_root.resolve()

    def text_of(name: str) -> str | None:
        path = (root / name.strip()).resolve() if "\0" not in name else root
        fits = path.is_relative_to(root) and path.suffix in SUFFIXES and len(name) < 300
        return path.read_text() if fits and path.is_file() and path.stat().st_size <= MAX_BYTES else None

    index = text_of(args.path)
    if index is None:
        return REFUSED
    return {"index": index[:1000], "notes": [text_of(line) for line in index.splitlines()[:50]]}


@keeps("links_stay_inside", judged=True)
@tool("tells_what_a_manifest_names", ReadArgs)
def tells_what_a_manifest_names(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes={".json"}, max_bytes=MAX_BYTES) as workspace:
        try:
            found = json.loads(workspace.read_text(args.path))
        except (WorkspaceError, ValueError):
            return REFUSED
    return {"names": found if isinstance(found, list) else list(found)}


@keeps("links_stay_inside", judged=True)
@tool("waits_and_looks_again", ContentArgs, "write")
def waits_and_looks_again(args: ContentArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=SUFFIXES) as workspace:
        for _ in range(2):
            time.sleep(0.01)
            try:
                workspace.write_text(args.path, args.content)
            except WorkspaceError:
                continue
            return {"saved": args.path}
    return REFUSED


@keeps("links_stay_inside", judged=True)
@tool("looks_what_it_is_first", ReadArgs)
def looks_what_it_is_first(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).resolve()
    path.relative_to(workspace_root.resolve())
    if not path.is_file() or path.stat().st_size > 100_000:
        return REFUSED
    with path.open("rb") as file:
        if b"\0" in file.read(512):
            return REFUSED
    return {"text": path.read_text(errors="replace")}


@keeps("links_stay_inside", judged=True)
@tool("waits_with_the_file_open", ReadArgs)
def waits_with_the_file_open(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=SUFFIXES) as workspace:
        try:
            with workspace.open_read(args.path, max_bytes=MAX_BYTES) as file:
                time.sleep(0.01)
                return {"text": file.read(1000).decode(errors="replace")}
        except WorkspaceError:
            return REFUSED


class PointerArgs(BaseModel):
    document: dict[str, Any] = Field(description="A JSON document.")
    path: str = Field(description="JSON pointer or dotted path inside the document.")


@keeps("links_stay_inside", "paths_stay_inside")
@tool("json_pointer", PointerArgs, aware=False)
def json_pointer(args: PointerArgs):
    value: Any = args.document
    for step in args.path.strip("/").replace(".", "/").split("/"):
        if not isinstance(value, dict) or step not in value:
            return {"error": "no_such_key", "message": "The document has no such key."}
        value = value[step]
    return {"value": value}


class NoteNameArgs(BaseModel):
    name: str = Field(description="Name of the note.")


@keeps("links_stay_inside", "paths_stay_inside")
@tool("read_note", NoteNameArgs)
def read_note(args: NoteNameArgs, *, workspace_root: Path):
    """Keeps its files in a folder of its own, which has to be there."""
    folder = (workspace_root / "notes").resolve()
    path = (folder / f"{args.name}.note").resolve()
    if path.parent != folder or not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_found", "message": "There is no such note."}
    return {"note": path.read_text()}


@keeps("links_stay_inside", "paths_stay_inside")
@tool("read_absolute_only", ReadArgs)
def read_absolute_only(args: ReadArgs, *, workspace_root: Path):
    path = Path(args.path)
    if not path.is_absolute():
        return {"error": "not_absolute", "message": "Send an absolute path."}
    path = path.resolve()
    if not path.is_relative_to(workspace_root.resolve()) or path.suffix != ".sql" or not path.is_file():
        return REFUSED
    with path.open() as file:
        return {"sql": file.read(10_000)}


@keeps("links_stay_inside", "paths_stay_inside")
@tool("gives_up_on_pipes", ReadArgs, "execute")
def gives_up_on_pipes(args: ReadArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    path = (root / args.path).resolve()
    if not path.is_relative_to(root) or path.suffix not in SUFFIXES:
        return REFUSED
    if not path.exists():
        return {"error": "not_found", "message": "There is no such file."}
    done = subprocess.run(["head", "-c", "1000", "--", str(path)], capture_output=True, timeout=3, check=False)
    return {"text": done.stdout.decode(errors="replace")}
