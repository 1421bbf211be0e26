"""Tools that take a model's text for more than text; the check that must find each is named in its description."""

import asyncio
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, model: type[BaseModel], check: str, tier: str = "execute", aware: bool = False):
    return forge_tool(
        name=name,
        description=f"A tool that breaks {check}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class NameArgs(BaseModel):
    name: str = Field(description="The name to look for.")


class HostArgs(BaseModel):
    host: str = Field(description="Host to ask for.")
    count: int = Field(default=1, ge=1, le=3, description="How often.")


class PathArgs(BaseModel):
    path: str = Field(description="File in the workspace.")


class CommitArgs(BaseModel):
    message: str = Field(description="What the commit says.")
    author: str = Field(default="ada", description="Who made it.")
    amend: bool = Field(default=False, description="Whether to change the last commit.")


class TagsArgs(BaseModel):
    tags: list[str] = Field(description="Tags to look for.")


# shell_text_is_quoted


@tool("ping_system", HostArgs, "shell_text_is_quoted")
def ping_system(args: HostArgs) -> dict[str, int]:
    return {"status": os.system(f"true {args.host} {args.count}")}


@tool("popen_double_quotes", NameArgs, "shell_text_is_quoted")
def popen_double_quotes(args: NameArgs) -> dict[str, str]:
    with os.popen(f'printf "%s" "{args.name}"') as pipe:
        return {"text": pipe.read()}


@tool("pipe_to_head", PathArgs, "shell_text_is_quoted", aware=True)
def pipe_to_head(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.is_file():
        return {"error": "no_such_file", "message": "There is no such file in the workspace."}
    return {"text": subprocess.getoutput(f"cat '{path}' | head -n 3")}


@tool("async_shell", NameArgs, "shell_text_is_quoted")
async def async_shell(args: NameArgs) -> dict[str, str]:
    process = await asyncio.create_subprocess_shell(
        "echo " + args.name, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    text, _ = await process.communicate()
    return {"text": text.decode()}


@tool("bash_c", CommitArgs, "shell_text_is_quoted")
def bash_c(args: CommitArgs) -> dict[str, int]:
    line = f'echo "{args.message}" by {shlex.quote(args.author)}' + (" --amend" if args.amend else "")
    return {"status": subprocess.call(["bash", "-c", line], stdout=subprocess.DEVNULL)}


@tool("strips_semicolons", NameArgs, "shell_text_is_quoted")
def strips_semicolons(args: NameArgs) -> dict[str, str]:
    name = args.name.replace(";", "").replace("&", "").replace("|", "")
    return {"text": subprocess.run(f"echo {name}", shell=True, capture_output=True, text=True).stdout}


@tool("shell_list", TagsArgs, "shell_text_is_quoted")
def shell_list(args: TagsArgs) -> dict[str, str]:
    return {"text": subprocess.run("echo " + " ".join(args.tags), shell=True, capture_output=True, text=True).stdout}


# values_are_no_options


@tool("git_log", NameArgs, "values_are_no_options")
def git_log(args: NameArgs) -> dict[str, str]:
    try:
        return {"log": subprocess.run(["git", "log", "--oneline", args.name], capture_output=True, text=True).stdout}
    except FileNotFoundError:
        return {"error": "no_git", "message": "Git is not installed."}


@tool("splits_words", NameArgs, "values_are_no_options")
def splits_words(args: NameArgs) -> dict[str, str]:
    words = ["ls", "-l", "--", "/etc/hostname"] if args.name.startswith("-") else ["ls", "-l", *args.name.split()]
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


@tool("shlex_split", NameArgs, "values_are_no_options")
def shlex_split(args: NameArgs) -> dict[str, str]:
    words = shlex.split(f"wc -l {args.name}")
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


@tool("async_tar", PathArgs, "values_are_no_options")
async def async_tar(args: PathArgs) -> dict[str, int]:
    process = await asyncio.create_subprocess_exec("tar", "-t", args.path, stderr=asyncio.subprocess.DEVNULL)
    return {"status": await process.wait()}
