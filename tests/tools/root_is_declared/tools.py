"""Tools that break root_is_declared."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, forge_tool

from ..marks import breaks

DATA = Path(__file__).resolve().parent


def tool(name: str, model: type[BaseModel], tier: str = "read"):
    return forge_tool(
        name=name, description=f"Opens files undeclared: {name}.", args_schema=model, tier=tier, register=False
    )


class PathArgs(BaseModel):
    path: str = Field(description="File to read.")


class NameArgs(BaseModel):
    customer: str = Field(description="Name of the customer.")


@breaks("root_is_declared")
@tool("reads_path", PathArgs)
def reads_path(args: PathArgs):
    return Path(args.path).read_text()


@breaks("root_is_declared")
@tool("reads_below_cwd", PathArgs)
def reads_below_cwd(args: PathArgs):
    path = (Path.cwd() / args.path).resolve()
    path.relative_to(Path.cwd())
    return {"text": path.read_text()}


@breaks("root_is_declared")
@tool("name_in_path", NameArgs)
def name_in_path(args: NameArgs):
    with open(f"/var/lib/customers/{args.customer}.json") as file:
        return file.read()


@breaks("root_is_declared", "paths_stay_inside")
@tool("name_in_own_folder", NameArgs)
def name_in_own_folder(args: NameArgs):
    return (DATA / "profiles" / f"{args.customer}.txt").read_text()


class NoteArgs(BaseModel):
    title: str = Field(description="Title of the note.")
    text: str = Field(description="What it says.")


@breaks("root_is_declared")
@tool("saves_in_home", NoteArgs, "write")
def saves_in_home(args: NoteArgs):
    (Path.home() / args.title).write_text(args.text)
    return {"saved": True}


@breaks("root_is_declared")
@tool("queries_any_database", PathArgs)
def queries_any_database(args: PathArgs):
    connection = sqlite3.connect(args.path)
    try:
        return connection.execute("SELECT 1").fetchone()[0]
    finally:
        connection.close()


class Attachment(BaseModel):
    file: str = Field(description="File to attach.")


class MailArgs(BaseModel):
    to: str = Field(description="E-mail address of the recipient.")
    attachments: list[Attachment] = Field(default_factory=list, description="Files to send along.")


@breaks("root_is_declared")
@tool("attaches_files", MailArgs, "execute")
def attaches_files(args: MailArgs):
    return {"to": args.to, "bytes": sum(len(Path(item.file).read_bytes()) for item in args.attachments)}


@breaks("root_is_declared")
@tool("shells_out", PathArgs)
def shells_out(args: PathArgs):
    import subprocess

    return subprocess.run(["cat", args.path], capture_output=True, timeout=5).stdout.decode("utf-8", "replace")


executor_reader = breaks("root_is_declared")(
    FnToolExecutor(
        "executor_reader",
        lambda arguments: Path(arguments["file_path"]).read_text(),
        description="Read a file.",
        input_schema={
            "type": "object",
            "properties": {"file_path": {"type": "string", "description": "File to read."}},
            "required": ["file_path"],
        },
    )
)
