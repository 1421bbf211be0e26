"""Tools that break shell_text_is_quoted, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NameArgs, PathArgs, tool
from ..shared.good_injection import NameArgs as NameArgs2
from ..shared.good_injection import ScriptArgs
from ..shared.good_injection import tool as tool2


class HostArgs(BaseModel):
    host: str = Field(description="Host to ask for.")
    count: int = Field(default=1, ge=1, le=3, description="How often.")


class CommitArgs(BaseModel):
    message: str = Field(description="What the commit says.")
    author: str = Field(default="ada", description="Who made it.")
    amend: bool = Field(default=False, description="Whether to change the last commit.")


class TagsArgs(BaseModel):
    tags: list[str] = Field(description="Tags to look for.")


@breaks("shell_text_is_quoted")
@tool("ping_system", HostArgs, "shell_text_is_quoted")
def ping_system(args: HostArgs) -> dict[str, int]:
    return {"status": os.system(f"true {args.host} {args.count}")}


@breaks("shell_text_is_quoted")
@tool("popen_double_quotes", NameArgs, "shell_text_is_quoted")
def popen_double_quotes(args: NameArgs) -> dict[str, str]:
    with os.popen(f'printf "%s" "{args.name}"') as pipe:
        return {"text": pipe.read()}


@breaks("shell_text_is_quoted")
@tool("pipe_to_head", PathArgs, "shell_text_is_quoted", aware=True)
def pipe_to_head(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.is_file():
        return {"error": "no_such_file", "message": "There is no such file in the workspace."}
    return {"text": subprocess.getoutput(f"cat '{path}' | head -n 3")}


@breaks("shell_text_is_quoted")
@tool("async_shell", NameArgs, "shell_text_is_quoted")
async def async_shell(args: NameArgs) -> dict[str, str]:
    process = await asyncio.create_subprocess_shell(
        "echo " + args.name, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    text, _ = await process.communicate()
    return {"text": text.decode()}


@breaks("shell_text_is_quoted")
@tool("bash_c", CommitArgs, "shell_text_is_quoted")
def bash_c(args: CommitArgs) -> dict[str, int]:
    line = f'echo "{args.message}" by {shlex.quote(args.author)}' + (" --amend" if args.amend else "")
    return {"status": subprocess.call(["bash", "-c", line], stdout=subprocess.DEVNULL)}


@breaks("shell_text_is_quoted")
@tool("strips_semicolons", NameArgs, "shell_text_is_quoted")
def strips_semicolons(args: NameArgs) -> dict[str, str]:
    name = args.name.replace(";", "").replace("&", "").replace("|", "")
    return {"text": subprocess.run(f"echo {name}", shell=True, capture_output=True, text=True).stdout}


@breaks("shell_text_is_quoted")
@tool("shell_list", TagsArgs, "shell_text_is_quoted")
def shell_list(args: TagsArgs) -> dict[str, str]:
    return {"text": subprocess.run("echo " + " ".join(args.tags), shell=True, capture_output=True, text=True).stdout}


class WordArgs(BaseModel):
    word: str = Field(default="error", max_length=100, description="Word to look for.")


@breaks("shell_text_is_quoted")
@forge_tool(args_schema=WordArgs, tier="execute", workspace_root_aware=True)
def grep_logs(args: WordArgs, *, workspace_root: Path) -> dict:
    """Count the lines of the logs that hold a word."""
    done = subprocess.run(
        f'grep -rc "{args.word}" .', shell=True, cwd=workspace_root, capture_output=True, text=True, timeout=10
    )
    return {"lines": done.stdout.count("\n")}


class FolderArgs(BaseModel):
    folder: str = Field(default="docs", max_length=100, description="Folder to compress.")


@breaks("shell_text_is_quoted")
@forge_tool(args_schema=FolderArgs, tier="execute", workspace_root_aware=True)
def compress_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """Compress a folder of the workspace."""
    code = os.system(
        "cd " + shlex.quote(str(workspace_root)) + " && tar czf /dev/null ./" + args.folder + " 2>/dev/null"
    )
    return {"done": code == 0}


def _convert(arguments: dict) -> dict:
    command = ["bash", "-c", f"echo converting {arguments['title']}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    return {"title": done.stdout.strip()[:200]}


convert_video = breaks("shell_text_is_quoted")(
    FnToolExecutor(
        "convert_video",
        _convert,
        description="Convert a video to another format.",
        tier="execute",
        input_schema={
            "type": "object",
            "properties": {"title": {"type": "string", "maxLength": 100, "description": "Title of the video."}},
            "required": ["title"],
            "additionalProperties": False,
        },
    )
)


class CommandArgs(BaseModel):
    command: str = Field(description="Shell command to run in the workspace.")


class PathArgs2(BaseModel):
    path: str = Field(description="File in the workspace.")


class MessageArgs(BaseModel):
    message: str = Field(description="What the commit says.")


class ColumnArgs(BaseModel):
    column: str = Field(description="Number of the column to sort by, such as 2 or 2n.", min_length=1, max_length=60)


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("quotes_before_it_splits", ColumnArgs)
def quotes_before_it_splits(args: ColumnArgs) -> dict[str, Any]:
    words = shlex.split(f"sort {shlex.quote(f'-k{args.column}')} /dev/null")
    return {"rows": subprocess.run(words, capture_output=True, text=True).stdout.splitlines()}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("run_command", CommandArgs)
def run_command(args: CommandArgs) -> dict[str, Any]:
    done = subprocess.run(args.command, shell=True, capture_output=True, text=True)
    return {"status": done.returncode, "output": done.stdout}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("run_script", ScriptArgs)
def run_script(args: ScriptArgs) -> dict[str, str]:
    return {"output": subprocess.run([sys.executable, "-c", args.code], capture_output=True, text=True).stdout}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("joined", NameArgs2)
def joined(args: NameArgs2) -> dict[str, int]:
    return {"status": os.system(shlex.join(["test", "-n", args.name]))}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("through_the_environment", NameArgs2)
def through_the_environment(args: NameArgs2) -> dict[str, str]:
    done = subprocess.run(
        'printf %s "$NAME"', shell=True, env={"NAME": args.name, "PATH": os.environ["PATH"]}, capture_output=True
    )
    return {"text": done.stdout.decode(errors="replace")}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("through_standard_input", NameArgs2)
def through_standard_input(args: NameArgs2) -> dict[str, str]:
    done = subprocess.run("cat | tr a-z A-Z", shell=True, input=args.name, capture_output=True, text=True)
    return {"text": done.stdout}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("allow_listed_name", NameArgs2)
def allow_listed_name(args: NameArgs2) -> dict[str, Any]:
    if not re.fullmatch(r"[A-Za-z0-9_.]+", args.name):
        return {"error": "invalid_name", "message": "A name is letters, digits, dots and underscores."}
    return {"text": subprocess.run(f"getent passwd {args.name}", shell=True, capture_output=True, text=True).stdout}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("value_of_an_option", MessageArgs)
def value_of_an_option(args: MessageArgs) -> dict[str, int]:
    try:
        return {"status": subprocess.run(["git", "commit", "-m", args.message], capture_output=True).returncode}
    except FileNotFoundError:
        return {"status": -1}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("absolute_path", PathArgs2, aware=True)
def absolute_path(args: PathArgs2, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.is_file() or path.stat().st_size > 1_000_000:
        return {"error": "no_such_file", "message": "There is no such file in the workspace, or it is too large."}
    return {"lines": subprocess.run(["wc", "-l", str(path)], capture_output=True, text=True).stdout.split()[0]}


@keeps("shell_text_is_quoted", "values_are_no_options")
@tool2("refuses_a_leading_dash", NameArgs2)
async def refuses_a_leading_dash(args: NameArgs2) -> dict[str, Any]:
    if args.name.startswith("-"):
        return {"error": "invalid_name", "message": "A name does not begin with a dash."}
    process = await asyncio.create_subprocess_exec("id", args.name, stdout=asyncio.subprocess.DEVNULL, stderr=-3)
    return {"status": await process.wait()}


class EchoArgs(BaseModel):
    text: str = Field(description="Text to print.", max_length=200)


@keeps("shell_text_is_quoted", "errors_carry_no_detail")
@forge_tool(args_schema=EchoArgs, tier="execute", raises=[ToolError])
async def print_slip(args: EchoArgs) -> dict:
    """Print a text on the slip printer."""
    text = args.text.replace("\0", "").encode("utf-8", "replace").decode()
    process = await asyncio.create_subprocess_exec("printf", "%s", text, stdout=asyncio.subprocess.PIPE)
    out, _ = await asyncio.wait_for(process.communicate(), 10)
    return {"printed": out.decode("utf-8", "replace")}
