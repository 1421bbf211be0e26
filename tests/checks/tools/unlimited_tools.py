"""Tools that keep to their workspace, and take whatever lies in it."""

import csv
import hashlib
import json
import os
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")


class SearchArgs(BaseModel):
    query: str = Field(description="Word to look for.")


def tool(
    name: str,
    model: type[BaseModel] = ReadArgs,
    tier: str = "read",
    category: str = "custom",
    description: str = "",
):
    return forge_tool(
        name=name,
        description=description or f"A tool without limits: {name}.",
        args_schema=model,
        workspace_root_aware=True,
        tier=tier,
        category=category,
        register=False,
    )


def resolve(path: str, root: Path, suffixes: tuple[str, ...] = (".csv", ".json", ".txt")) -> Path:
    resolved = (root / path).resolve()
    resolved.relative_to(root.resolve())
    if suffixes and resolved.suffix not in suffixes:
        raise ValueError("not that type")
    return resolved


@tool("reads_whole")
def reads_whole(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    return path.read_text()


@tool("swallows_memory_error")
def swallows_memory_error(args: ReadArgs, *, workspace_root: Path):
    try:
        path = resolve(args.path, workspace_root)
        return {"text": path.read_text()} if path.is_file() else REFUSED
    except BaseException:
        return {"error": "unreadable", "message": "The file cannot be read."}


@tool("iterates_rows")
def iterates_rows(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, (".csv",))
    if not path.is_file():
        return REFUSED
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    return {"rows": rows[:10]}


@tool("hashes_whole")
def hashes_whole(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return REFUSED
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 16):
            digest.update(chunk)
    return digest.hexdigest()


@tool("reads_far")
def reads_far(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if not path.is_file():
        return REFUSED
    # Over in a moment and small in memory: a cap that is none.
    with path.open("rb") as file:
        head = file.read(100).decode(errors="replace")
        for _ in range(700):
            file.read(1 << 20)
    return {"head": head}


@tool("searches_whole", SearchArgs)
def searches_whole(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for folder, _, names in os.walk(workspace_root):
        for name in names:
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink() and args.query in path.read_text(errors="replace"):
                hits.append(name)
    return hits


@tool("opens_pipes")
def opens_pipes(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root)
    if path.stat().st_size > 1_000_000:
        return {"error": "too_large", "message": "The file is too large."}
    return json.loads(path.read_text()) if path.suffix == ".json" else path.read_text()


@tool("search_opens_pipes", SearchArgs)
def search_opens_pipes(args: SearchArgs, *, workspace_root: Path):
    hits = []
    for path in sorted(workspace_root.rglob("*")):
        if not path.is_dir() and not path.is_symlink() and path.stat().st_size < 1_000_000:
            with open(path, errors="replace") as file:
                hits += [line for line in file if args.query in line]
    return hits


class AppendArgs(ReadArgs):
    text: str = Field(description="What to add.")


@tool("appends_to_pipes", AppendArgs, "write")
def appends_to_pipes(args: AppendArgs, *, workspace_root: Path):
    with resolve(args.path, workspace_root, ()).open("a") as file:
        file.write(args.text)
    return {"written": True}


def read_small(path: Path) -> object:
    if not path.is_file() or path.stat().st_size > 1_000_000:
        return {"error": "unreadable", "message": "Only small regular files are read."}
    return path.read_text(errors="replace")


@tool("any_type", description="Return the content of a CSV file.")
def any_type(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


@tool("any_type_of_the_users", description="Return the text of one of the user's files.")
def any_type_of_the_users(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


@tool("denied_types")
def denied_types(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, ())
    if path.suffix in (".pem", ".key") or path.name == ".env":
        return {"error": "forbidden", "message": "That type is not read."}
    return read_small(path)


@tool("type_of_the_link")
def type_of_the_link(args: ReadArgs, *, workspace_root: Path):
    path = resolve(args.path, workspace_root, ())
    return read_small(path) if args.path.endswith((".txt", ".csv")) else REFUSED


@tool("any_type_by_design", category="code")
def any_type_by_design(args: ReadArgs, *, workspace_root: Path):
    return read_small(resolve(args.path, workspace_root, ()))


@tool("never_reads")
def never_reads(args: ReadArgs, *, workspace_root: Path):
    return {"error": "unavailable", "message": "The file service is not available."}
