"""Tools that keep to their workspace, each in its own way; no check of confinement may flag one of them."""

import json
import os
import shutil
import stat
import subprocess
import time
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import Workspace, WorkspaceError, forge_tool

SUFFIXES = {".csv", ".json", ".txt"}
MAX_BYTES = 1_000_000
REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


def tool(name: str, model: type[BaseModel], tier: str = "read", aware: bool = True):
    return forge_tool(
        name=name,
        description=f"A tool that keeps to its workspace: {name}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")


class ContentArgs(ReadArgs):
    content: str = Field(description="The new content.")


class MoveArgs(BaseModel):
    source: str = Field(description="File to move.")
    destination: str = Field(description="Where to.")


class FolderArgs(BaseModel):
    path: str = Field(default=".", description="Folder to list.")


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


@tool("read_through_workspace", ReadArgs)
def read_through_workspace(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=[".txt"]) as workspace:
        return {"text": workspace.read_text(args.path)}


@tool("read_and_verify", ReadArgs)
def read_and_verify(args: ReadArgs, *, workspace_root: Path):
    """Opens first, and asks the descriptor where it ended up, so that no link can be swapped in between."""
    root = workspace_root.resolve()
    descriptor = os.open(root / args.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
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


@tool("read_by_enum", ByNameArgs)
def read_by_enum(args: ByNameArgs, *, workspace_root: Path):
    path = workspace_root / f"{args.name}.txt"
    return path.read_text() if path.is_file() else "nothing"


class NameArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the note, letters only.")
    text: str = Field(default="", description="What it says.")


@tool("write_note_by_pattern", NameArgs, "write")
def write_note_by_pattern(args: NameArgs, *, workspace_root: Path):
    target = workspace_root / f"{args.name}.md"
    if target.is_symlink() or (target.exists() and not target.is_file()):
        return {"error": "not_a_file", "message": "That name is taken."}
    temporary = workspace_root / f".{args.name}.partial"
    temporary.write_text(args.text)
    temporary.replace(target)
    return {"written": args.name}


class ManyArgs(BaseModel):
    paths: list[str] = Field(min_length=1, description="Files to read.")


@tool("read_many", ManyArgs)
def read_many(args: ManyArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=[".txt", ".json"]) as workspace:
        return {str(index): workspace.read_text(path) for index, path in enumerate(args.paths)}


@tool("write_through_workspace", ContentArgs, "write")
def write_through_workspace(args: ContentArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.write_text(args.path, args.content, make_parents=True)
    return {"written": True}


@tool("write_resolved_parent", ContentArgs, "write")
def write_resolved_parent(args: ContentArgs, *, workspace_root: Path):
    root = workspace_root.resolve()
    target = (root / args.path).resolve()
    if not target.is_relative_to(root) or target == root or (target.exists() and not target.is_file()):
        return REFUSED
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(args.content)
    return {"written": target.name}


@tool("list_through_workspace", FolderArgs)
def list_through_workspace(args: FolderArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        return {"names": [entry.name for entry in workspace.list_directory(args.path)]}


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


@tool("delete_through_workspace", ReadArgs, "write")
def delete_through_workspace(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.delete(args.path)
    return {"deleted": args.path}


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


@tool("move_through_workspace", MoveArgs, "write")
def move_through_workspace(args: MoveArgs, *, workspace_root: Path):
    with Workspace(workspace_root) as workspace:
        workspace.move(args.source, args.destination)
    return {"moved": True}


class CopyArgs(BaseModel):
    files: list[MoveArgs] = Field(min_length=1, max_length=5, description="What to copy.")


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


@tool("file_facts", ReadArgs)
def file_facts(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.exists():
        return REFUSED
    return {"size": path.stat().st_size, "suffix": path.suffix}


class PatternArgs(BaseModel):
    pattern: str = Field(default="*.txt", description="Glob pattern, relative to the workspace.")


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


class TargetArgs(BaseModel):
    source: str = Field(description="Text file to move, relative to the workspace.")
    target: str = Field(description="New path, relative to the workspace.")


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


@tool("tells_what_a_manifest_names", ReadArgs)
def tells_what_a_manifest_names(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes={".json"}, max_bytes=MAX_BYTES) as workspace:
        try:
            found = json.loads(workspace.read_text(args.path))
        except (WorkspaceError, ValueError):
            return REFUSED
    return {"names": found if isinstance(found, list) else list(found)}


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


@tool("waits_with_the_file_open", ReadArgs)
def waits_with_the_file_open(args: ReadArgs, *, workspace_root: Path):
    with Workspace(workspace_root, suffixes=SUFFIXES) as workspace:
        try:
            with workspace.open_read(args.path, max_bytes=MAX_BYTES) as file:
                time.sleep(0.01)
                return {"text": file.read(1000).decode(errors="replace")}
        except WorkspaceError:
            return REFUSED


# Tools whose arguments only look as if they named files.


class PointerArgs(BaseModel):
    document: dict[str, Any] = Field(description="A JSON document.")
    path: str = Field(description="JSON pointer or dotted path inside the document.")


@tool("json_pointer", PointerArgs, aware=False)
def json_pointer(args: PointerArgs):
    value: Any = args.document
    for step in args.path.strip("/").replace(".", "/").split("/"):
        if not isinstance(value, dict) or step not in value:
            return {"error": "no_such_key", "message": "The document has no such key."}
        value = value[step]
    return {"value": value}


class SettingArgs(BaseModel):
    path: str = Field(description="Dotted path of the setting, such as 'editor.theme'.")


@tool("get_setting", SettingArgs)
def get_setting(args: SettingArgs, *, workspace_root: Path):
    """The file is fixed; the path leads through its content."""
    settings = workspace_root / "settings.json"
    value: Any = (
        json.loads(settings.read_text()) if settings.is_file() and not settings.is_symlink() else {"editor": {}}
    )
    for step in args.path.split("."):
        value = value.get(step, {}) if isinstance(value, dict) else {}
    return {"value": value}


class TranslateArgs(BaseModel):
    source: str = Field(description="Language to translate from.")
    target: str = Field(description="Language to translate to.")
    text: str = Field(description="What to translate.")


@tool("translate", TranslateArgs, aware=False)
def translate(args: TranslateArgs):
    return {"text": args.text[::-1], "from": args.source, "to": args.target}


class TripArgs(BaseModel):
    destination: str = Field(description="City to travel to.")
    root: int = Field(default=2, ge=1, le=9, description="Which root to take.")


@tool("plan_trip", TripArgs, aware=False)
def plan_trip(args: TripArgs):
    return {"destination": args.destination, "root": args.root}


class LabelArgs(BaseModel):
    filename: str = Field(description="Name to show above the table.")
    file_format: str = Field(default="csv", description="Format of the table.")
    rows: list[str] = Field(default_factory=list, description="The rows.")


@tool("label_table", LabelArgs, aware=False)
def label_table(args: LabelArgs):
    return {"title": args.filename, "format": args.file_format, "count": len(args.rows)}


class DirectoryArgs(BaseModel):
    directory: str = Field(description="Directory of people to search: staff or alumni.")


@tool("find_people", DirectoryArgs, aware=False)
def find_people(args: DirectoryArgs):
    return {"people": {"staff": ["Ada"], "alumni": ["Alan"]}.get(args.directory, [])}


class UrlPathArgs(BaseModel):
    path: str = Field(description="Path part of the URL, for example /v1/users.")


@tool("build_url", UrlPathArgs, aware=False)
def build_url(args: UrlPathArgs):
    return {"url": "https://api.example.com/" + args.path.lstrip("/")}


class ModuleArgs(BaseModel):
    module: str = Field(description="Dotted name of a module to describe.")


@tool("describe_module", ModuleArgs, aware=False)
def describe_module(args: ModuleArgs):
    import importlib

    if not all(part.isidentifier() for part in args.module.split(".")):
        return {"error": "bad_name", "message": "That is no module name."}
    try:
        return {"doc": importlib.import_module(args.module).__doc__ or ""}
    except ImportError:
        return {"error": "not_found", "message": "There is no such module."}


TEMPLATES = {"letter": "Dear {name},", "memo": "To: {name}"}


class TemplateArgs(BaseModel):
    template: str = Field(description="Name of a template.")


@tool("get_template", TemplateArgs, aware=False)
def get_template(args: TemplateArgs):
    return {"template": TEMPLATES.get(args.template, "")}


@tool("packaged_template", TemplateArgs, aware=False)
def packaged_template(args: TemplateArgs):
    """Reads data of its own package, and cannot be led elsewhere."""
    folder = Path(__file__).resolve().parent
    path = (folder / f"{args.template}.tmpl").resolve()
    if path.parent != folder:
        return {"error": "bad_name", "message": "That is no template name."}
    try:
        return {"template": path.read_text()}
    except FileNotFoundError:
        return {"error": "not_found", "message": "There is no such template."}


class ZoneArgs(BaseModel):
    timezone: str = Field(description="IANA name of the time zone.")


@tool("utc_offset", ZoneArgs, aware=False)
def utc_offset(args: ZoneArgs):
    from datetime import datetime
    from zoneinfo import ZoneInfo

    return {"offset": str(datetime(2026, 1, 1, tzinfo=ZoneInfo(args.timezone)).utcoffset())}


class GradeArgs(BaseModel):
    grade: str = Field(pattern=r"^[A-F][+-]?$", description="Letter grade, such as B+.")


@tool("grade_points", GradeArgs, aware=False)
def grade_points(args: GradeArgs):
    return {"points": "FEDCBA".index(args.grade[0])}


class TextArgs(BaseModel):
    text: str = Field(description="Text to count.")


@tool("count_in_temporary_file", TextArgs, aware=False)
def count_in_temporary_file(args: TextArgs):
    import tempfile

    with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
        file.write(args.text)
        file.seek(0)
        return {"words": len(file.read().split())}


@tool("echo_path", ReadArgs, aware=False)
def echo_path(args: ReadArgs):
    path = Path(args.path)
    return {"name": path.name, "suffix": path.suffix, "absolute": path.is_absolute()}


class NoteNameArgs(BaseModel):
    name: str = Field(description="Name of the note.")


@tool("read_note", NoteNameArgs)
def read_note(args: NoteNameArgs, *, workspace_root: Path):
    """Keeps its files in a folder of its own, which has to be there."""
    folder = (workspace_root / "notes").resolve()
    path = (folder / f"{args.name}.note").resolve()
    if path.parent != folder or not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_found", "message": "There is no such note."}
    return {"note": path.read_text()}


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
