"""Tools that let a path out of their workspace, each by a mistake that is really made."""

import asyncio
import glob
import json
import os
import re
import shutil
import time
import unicodedata
from pathlib import Path
from urllib.parse import unquote

from pydantic import BaseModel, Field

from forge_harness import forge_tool

REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}
MAX_BYTES = 1_000_000


def tool(name: str, model: type[BaseModel], tier: str = "read"):
    return forge_tool(
        name=name,
        description=f"A tool that leaves its workspace: {name}.",
        args_schema=model,
        workspace_root_aware=True,
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


def is_below(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())


def read(path):
    path = Path(path)
    if not path.is_file() or path.stat().st_size > MAX_BYTES or path.suffix != ".txt":
        return {"error": "not_readable", "message": "Only small text files are read."}
    return {"content": path.read_text()}


@tool("no_check", ReadArgs)
def no_check(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path)


@tool("joins_strings", ReadArgs)
def joins_strings(args: ReadArgs, *, workspace_root: Path):
    return read(f"{workspace_root}/{args.path}")


@tool("prefix_compared", ReadArgs)
def prefix_compared(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).resolve()
    return read(path) if str(path).startswith(str(workspace_root)) else REFUSED


@tool("dots_searched", ReadArgs)
def dots_searched(args: ReadArgs, *, workspace_root: Path):
    return REFUSED if ".." in args.path else read(workspace_root / args.path)


@tool("absolute_refused", ReadArgs)
def absolute_refused(args: ReadArgs, *, workspace_root: Path):
    return REFUSED if args.path.startswith("/") else read(workspace_root / args.path)


@tool("leading_dots_refused", ReadArgs)
def leading_dots_refused(args: ReadArgs, *, workspace_root: Path):
    return REFUSED if args.path.startswith(("/", "..")) else read(workspace_root / args.path)


@tool("stripped_once", ReadArgs)
def stripped_once(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path.replace("../", "").lstrip("/"))


@tool("stripped_by_pattern", ReadArgs)
def stripped_by_pattern(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / re.sub(r"\.\./", "", args.path).lstrip("/"))


@tool("decoded_after_check", ReadArgs)
def decoded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / unquote(args.path))


@tool("decoded_twice", ReadArgs)
def decoded_twice(args: ReadArgs, *, workspace_root: Path):
    once = unquote(args.path)
    return read(workspace_root / unquote(once)) if is_below(workspace_root / once, workspace_root) else REFUSED


@tool("home_expanded_after_check", ReadArgs)
def home_expanded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(os.path.join(workspace_root, os.path.expanduser(args.path)))


@tool("variables_expanded_after_check", ReadArgs)
def variables_expanded_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(os.path.join(workspace_root, os.path.expandvars(args.path)))


@tool("normalised_after_check", ReadArgs)
def normalised_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / unicodedata.normalize("NFKC", args.path))


@tool("backslashes_after_check", ReadArgs)
def backslashes_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / args.path.replace("\\", "/"))


@tool("nul_removed_after_check", ReadArgs)
def nul_removed_after_check(args: ReadArgs, *, workspace_root: Path):
    if ".." in args.path.split("/") or args.path.startswith("/"):
        return REFUSED
    path = workspace_root / args.path.replace("\0", "")
    return read(path) if not path.is_symlink() else REFUSED


@tool("stripped_after_check", ReadArgs)
def stripped_after_check(args: ReadArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.path, workspace_root):
        return REFUSED
    return read(workspace_root / args.path.strip())


@tool("url_taken", ReadArgs)
def url_taken(args: ReadArgs, *, workspace_root: Path):
    if args.path.startswith("file://"):
        return read(args.path.removeprefix("file://"))
    return read(workspace_root / args.path) if is_below(workspace_root / args.path, workspace_root) else REFUSED


@tool("denied_by_name", ReadArgs)
def denied_by_name(args: ReadArgs, *, workspace_root: Path):
    if any(word in args.path for word in ("etc", "passwd", ".ssh", "id_rsa", "root")):
        return REFUSED
    return read(workspace_root / args.path)


@tool("checked_after_read", ReadArgs)
def checked_after_read(args: ReadArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    if path.suffix != ".txt" or not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_readable", "message": "Only small text files are read."}
    text = path.read_text()
    return {"content": text} if is_below(path, workspace_root) else REFUSED


class HashArgs(BaseModel):
    file: str = Field(description="File to hash.")


@tool("hashes_anything", HashArgs)
def hashes_anything(args: HashArgs, *, workspace_root: Path):
    """Returns nothing of the content, and has read it all the same."""
    import hashlib

    path = workspace_root / args.file
    if not path.is_file() or path.stat().st_size > MAX_BYTES:
        return {"error": "not_readable", "message": "Only small files are hashed."}
    return {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


@tool("tells_size", ReadArgs)
def tells_size(args: ReadArgs, *, workspace_root: Path):
    return {"bytes": os.stat(workspace_root / args.path).st_size}


class ManyArgs(BaseModel):
    paths: list[str] = Field(min_length=1, description="Files to read.")


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


@tool("nested_edits", EditsArgs, "write")
def nested_edits(args: EditsArgs, *, workspace_root: Path):
    for edit in args.edits:
        (workspace_root / edit.path).write_text(edit.text)
    return {"edited": len(args.edits)}


class FilesArgs(BaseModel):
    files: dict[str, str] = Field(description="File name to content.")


@tool("names_as_keys", FilesArgs, "write")
def names_as_keys(args: FilesArgs, *, workspace_root: Path):
    for name, content in args.files.items():
        (workspace_root / name).write_text(content)
    return {"written": len(args.files)}


@tool("writes_anywhere", ContentArgs, "write")
def writes_anywhere(args: ContentArgs, *, workspace_root: Path):
    (workspace_root / args.path).write_text(args.content)
    return {"written": True}


@tool("writes_then_checks", ContentArgs, "write")
def writes_then_checks(args: ContentArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    path.write_text(args.content)
    if not is_below(path, workspace_root):
        path.unlink()
        return REFUSED
    return {"written": True}


class ReportArgs(BaseModel):
    title: str = Field(description="Title of the report; it names the file.")
    body: str = Field(description="What it says.")


@tool("title_names_file", ReportArgs, "write")
def title_names_file(args: ReportArgs, *, workspace_root: Path):
    (workspace_root / f"{args.title}.md").write_text(args.body)
    return {"saved": args.title}


@tool("lists_anything", FolderArgs)
def lists_anything(args: FolderArgs, *, workspace_root: Path):
    return sorted(os.listdir(os.path.join(workspace_root, args.path)))


class PatternArgs(BaseModel):
    pattern: str = Field(default="*", description="Glob pattern of the files to find.")


@tool("globs_anything", PatternArgs)
def globs_anything(args: PatternArgs, *, workspace_root: Path):
    return [os.path.basename(path) for path in glob.glob(os.path.join(workspace_root, args.pattern))]


@tool("deletes_anything", ReadArgs, "write")
def deletes_anything(args: ReadArgs, *, workspace_root: Path):
    os.remove(os.path.join(workspace_root, args.path))
    return {"deleted": True}


@tool("removes_trees", FolderArgs, "write")
def removes_trees(args: FolderArgs, *, workspace_root: Path):
    path = workspace_root / args.path
    if path.resolve() == workspace_root.resolve():
        return REFUSED
    shutil.rmtree(path)
    return {"deleted": True}


@tool("makes_folders", FolderArgs, "write")
def makes_folders(args: FolderArgs, *, workspace_root: Path):
    os.makedirs(os.path.join(workspace_root, args.path))
    return {"made": True}


@tool("source_checked", MoveArgs, "write")
def source_checked(args: MoveArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.source, workspace_root):
        return REFUSED
    shutil.move(workspace_root / args.source, workspace_root / args.destination)
    return {"moved": True}


class TargetArgs(BaseModel):
    source: str = Field(description="Text file to move, relative to the workspace.")
    target: str = Field(description="New path, relative to the workspace.")


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


@tool("hard_links_anything", LinkArgs, "write")
def hard_links_anything(args: LinkArgs, *, workspace_root: Path):
    if not is_below(workspace_root / args.link_name, workspace_root):
        return REFUSED
    os.link(workspace_root / args.target, workspace_root / args.link_name)
    return {"linked": True}


@tool("shells_out", ReadArgs)
def shells_out(args: ReadArgs, *, workspace_root: Path):
    import subprocess

    done = subprocess.run(["head", "-c", "2000", args.path], cwd=workspace_root, capture_output=True, timeout=5)
    return {"text": done.stdout.decode("utf-8", "replace")}


@tool("async_reader", ReadArgs)
async def async_reader(args: ReadArgs, *, workspace_root: Path):
    return read(workspace_root / args.path)


# What follows refuses every path that leads out by itself, and follows links.


@tool("normpath_only", ReadArgs)
def normpath_only(args: ReadArgs, *, workspace_root: Path):
    path = os.path.normpath(os.path.join(workspace_root, args.path))
    return read(path) if path.startswith(f"{workspace_root}{os.sep}") else REFUSED


@tool("absolute_only", ReadArgs)
def absolute_only(args: ReadArgs, *, workspace_root: Path):
    path = (workspace_root / args.path).absolute()
    return read(path) if ".." not in path.parts and path.is_relative_to(workspace_root) else REFUSED


@tool("last_link_refused", ReadArgs)
def last_link_refused(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    return read(path) if path.is_relative_to(workspace_root) and not path.is_symlink() else REFUSED


@tool("link_target_one_step", ReadArgs)
def link_target_one_step(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    while path.is_symlink() and not os.path.isabs(os.readlink(path)):
        path = path.parent / os.readlink(path)
    return read(path) if not path.is_symlink() and path.is_relative_to(workspace_root) else REFUSED


@tool("writes_behind_link", ContentArgs, "write")
def writes_behind_link(args: ContentArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or path.exists() or path.is_symlink():
        return REFUSED
    path.write_text(args.content)
    return {"written": True}


@tool("writes_through_dangling", ContentArgs, "write")
def writes_through_dangling(args: ContentArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or not is_below(path.parent, workspace_root) or path.exists():
        return REFUSED
    path.write_text(args.content)
    return {"written": True}


@tool("deletes_behind_link", ReadArgs, "write")
def deletes_behind_link(args: ReadArgs, *, workspace_root: Path):
    path = Path(os.path.normpath(workspace_root / args.path))
    if not path.is_relative_to(workspace_root) or path.is_symlink():
        return REFUSED
    path.unlink()
    return {"deleted": True}


@tool("moves_behind_link", MoveArgs, "write")
def moves_behind_link(args: MoveArgs, *, workspace_root: Path):
    source, target = (Path(os.path.normpath(workspace_root / path)) for path in (args.source, args.destination))
    if not source.is_relative_to(workspace_root) or not target.is_relative_to(workspace_root):
        return REFUSED
    os.replace(source, target)
    return {"moved": True}


@tool("walks_through_links", FolderArgs)
def walks_through_links(args: FolderArgs, *, workspace_root: Path):
    start = (workspace_root / args.path).resolve()
    if not start.is_relative_to(workspace_root):
        return REFUSED
    return [name for _, _, files in os.walk(start, followlinks=True) for name in files][:500]


class NoArgs(BaseModel):
    limit: int = Field(default=500, ge=1, le=1000, description="Most names to return.")


@tool("discovers_through_links", NoArgs)
def discovers_through_links(args: NoArgs, *, workspace_root: Path):
    return [os.path.basename(path) for path in glob.glob(f"{workspace_root}/**", recursive=True)][: args.limit]


class SearchArgs(BaseModel):
    query: str = Field(description="Word to look for.")


@tool("searches_linked_files", SearchArgs)
def searches_linked_files(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for path in sorted(workspace_root.rglob("*")):
        if path.is_file() and path.stat().st_size < MAX_BYTES:
            hits += [line for line in path.read_text(errors="replace").splitlines() if args.query in line]
    return hits[:100]


@tool("globs_through_links", PatternArgs)
def globs_through_links(args: PatternArgs, *, workspace_root: Path):
    if ".." in args.pattern or args.pattern.startswith("/"):
        return REFUSED
    return [path.name for path in workspace_root.glob(args.pattern)]


class NoteNameArgs(BaseModel):
    name: str = Field(description="Name of the note.")


@tool("reads_own_folder", NoteNameArgs)
def reads_own_folder(args: NoteNameArgs, *, workspace_root: Path):
    path = workspace_root / "notes" / f"{args.name}.note"
    return {"note": path.read_text()} if path.exists() and path.stat().st_size < MAX_BYTES else REFUSED


@tool("writes_own_folder", ReportArgs, "write")
def writes_own_folder(args: ReportArgs, *, workspace_root: Path):
    folder = workspace_root / "reports"
    folder.mkdir(exist_ok=True)
    if args.title.startswith("/"):
        return REFUSED
    (folder / f"{args.title}.md").write_text(args.body)
    return {"saved": args.title}


@tool("absolute_prefix", ReadArgs)
def absolute_prefix(args: ReadArgs, *, workspace_root: Path):
    if not args.path.startswith(f"{workspace_root}/") or ".." in args.path or not args.path.endswith(".sql"):
        return REFUSED
    with open(args.path) as file:
        return {"sql": file.read(10_000)}


@tool("lists_own_folder", NoArgs)
def lists_own_folder(args: NoArgs, *, workspace_root: Path):
    folder = workspace_root / "plugins"
    if not folder.is_dir():
        return []
    return [name for _, _, names in os.walk(folder, followlinks=True) for name in names]


class MemoArgs(BaseModel):
    key: str = Field(description="Key of the memo.", min_length=1, max_length=80)


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


class ListArgs(BaseModel):
    manifest: str = Field(description="JSON file in the workspace: a list of file names.", max_length=200)


@tool("follows_a_list_of_any_name", ListArgs)
def follows_a_list_of_any_name(args: ListArgs, *, workspace_root: Path) -> dict:
    manifest = inside(workspace_root, args.manifest)
    if manifest is None:
        return REFUSED
    try:
        names = json.loads(manifest.read_text()[:10_000])
        return {"text": "".join((workspace_root / name).read_text()[:1000] for name in names)}
    except (ValueError, TypeError, OSError):
        return {"error": "no_list", "message": "The file is no list of files."}


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


@tool("waits_before_it_reads", ReadArgs)
async def waits_before_it_reads(args: ReadArgs, *, workspace_root: Path) -> dict:
    path = inside(workspace_root, args.path)
    if path is None or path.suffix != ".txt":
        return REFUSED
    await asyncio.sleep(0.01)
    return {"text": path.read_text()}
