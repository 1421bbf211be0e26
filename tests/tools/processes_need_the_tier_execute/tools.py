"""Tools that break processes_need_the_tier_execute, and others that resemble them and keep it."""

from __future__ import annotations

import ctypes
import ctypes.util
import multiprocessing
import os
import platform
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_effects import tool
from ..shared.good_effects import tool as tool3
from ..shared.rare_defects import ExportArguments
from ..shared.rare_defects import tool as tool2


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__run")
def run(args):
    done = subprocess.run(["cat", "notes.txt"], capture_output=True, text=True, check=False)
    return {"city": args.name, "text": done.stdout}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__system", tier="write")
def system(args):
    return {"city": args.name, "code": os.system("true")}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__popen")
def popen(args):
    with os.popen("date") as answer:
        return {"city": args.name, "at": len(answer.read())}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__spawn")
def spawn(args):
    return {"city": args.name, "code": os.spawnvp(os.P_WAIT, "true", ["true"])}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__posix_spawn")
def posix_spawn(args):
    pid = os.posix_spawn("/bin/true", ["true"], {})
    os.waitpid(pid, 0)
    return {"city": args.name}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__fork")
def fork(args):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return {"city": args.name}


@breaks("processes_need_the_tier_execute")
@tool("processes_need_the_tier_execute__native")
def native(args):
    return {"city": args.name, "code": ctypes.CDLL(None).system(b"true")}


@breaks("processes_need_the_tier_execute")
@tool2("processes_need_the_tier_execute__pdf", "Export pages.", ExportArguments, "write")
def exported(args: ExportArguments) -> dict[str, Any]:
    if args.fmt == "pdf" and args.pages > 40:
        subprocess.run([sys.executable, "-c", "pass"], check=False)
    return {"format": args.fmt, "pages": args.pages}


@keeps("processes_need_the_tier_execute", "writers_keep_to_their_own_files")
@tool2("good_runner", "Export pages.", ExportArguments, "execute")
def good_runner(args: ExportArguments) -> dict[str, Any]:
    if args.fmt == "pdf" and args.pages > 40:
        subprocess.run([sys.executable, "-c", "pass"], check=False)
    return {"pages": args.pages}


class TermArgs(BaseModel):
    term: str = Field(pattern=r"^[a-z]{1,30}$", description="Term to look up.")


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note.")


@breaks("processes_need_the_tier_execute")
@forge_tool(args_schema=TermArgs, tier="read")
def git_branch(args: TermArgs) -> dict:
    """Tell whether a branch exists."""
    done = subprocess.run(["git", "--version"], capture_output=True, text=True, timeout=10)
    return {"branch": args.term, "known": done.returncode == 1}


@breaks("processes_need_the_tier_execute")
@forge_tool(args_schema=NoteArgs, tier="write", workspace_root_aware=True)
def resize_image(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Make an image of the workspace smaller."""
    os.system("true")
    with Workspace(workspace_root) as workspace:
        workspace.write_text(f"{args.name}.txt", "smaller")
    return {"resized": args.name}


@keeps("processes_need_the_tier_execute")
@tool3("runs_as_declared", tier="execute")
def runs_as_declared(args):
    done = subprocess.run(["echo", args.name], capture_output=True, text=True, check=True)
    return {"text": done.stdout}


@keeps("processes_need_the_tier_execute")
@tool3("tells_the_machine")
def tells_the_machine(args):
    return {"processor": platform.processor(), "system": platform.platform(), "node": hex(uuid.getnode())[:4]}


@keeps("processes_need_the_tier_execute")
@tool3("looks_for_a_library")
def looks_for_a_library(args):
    return {"found": bool(ctypes.util.find_library("c"))}


def _length(name, answers):
    answers.put(len(name))


@keeps("processes_need_the_tier_execute")
@tool3("works_in_a_process_of_its_own")
def works_in_a_process_of_its_own(args):
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    worker = context.Process(target=_length, args=(args.name, answers))
    worker.start()
    size = answers.get()
    worker.join()
    return {"size": size}


@keeps("processes_need_the_tier_execute")
@tool3("start_job", tier="execute", description="Start a job in the background.")
def start_job(args):
    job = subprocess.Popen(["sleep", "5"])
    return {"job": job.pid}


@keeps("processes_need_the_tier_execute")
@tool3("start_job_of_a_file", tier="execute", description="Start a job that stop_job ends.", aware=True)
def start_job_of_a_file(args, *, workspace_root):
    job = subprocess.Popen(["sleep", "5"])
    (workspace_root / "job.pid").write_text(str(job.pid))
    return {"job": args.name}


@keeps("processes_need_the_tier_execute")
@tool3("start_and_wait", tier="execute", description="Start a job and wait for it.")
def start_and_wait(args):
    return {"status": subprocess.Popen(["true"]).wait()}


def run2(argv, *, cwd=None, stdin=b""):
    try:
        done = subprocess.run(argv, cwd=cwd, input=stdin, capture_output=True, timeout=10, check=False)
    except (OSError, ValueError, subprocess.SubprocessError, UnicodeError):
        raise ToolError("The program could not be run.", code="program_failed") from None
    return done.returncode, done.stdout[:20_000].decode("utf-8", "replace")


class KeyedArgs(BaseModel):
    text: str = Field(description="Text to sort, a line each.", max_length=2000)
    key: str = Field(default="1", description="Column to sort by.", pattern="^[1-9][0-9]?$")


@keeps("processes_need_the_tier_execute", "paths_stay_inside")
@forge_tool(args_schema=KeyedArgs, tier="execute", raises=[ToolError])
def order_lines(args: KeyedArgs) -> dict:
    """Put lines into the order of one of their columns."""
    code, out = run2(f"sort -k {args.key}".split(), stdin=args.text.encode("utf-8", "replace"))
    if code:
        raise ToolError("The lines could not be sorted.", code="sort_failed")
    return {"text": out}
