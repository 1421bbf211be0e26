"""Good tools that start programs."""

import asyncio
import shutil
import subprocess
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool


def run(argv, *, cwd=None, stdin=b""):
    try:
        done = subprocess.run(argv, cwd=cwd, input=stdin, capture_output=True, timeout=10, check=False)
    except (OSError, ValueError, subprocess.SubprocessError, UnicodeError):
        raise ToolError("The program could not be run.", code="program_failed") from None
    return done.returncode, done.stdout[:20_000].decode("utf-8", "replace")


class CommitArgs(BaseModel):
    message: str = Field(description="Message of the commit.", min_length=1, max_length=200)


@forge_tool(args_schema=CommitArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def git_commit(args: CommitArgs, *, workspace_root: Path) -> dict:
    """Commit what is staged in the workspace's repository."""
    code, out = run(["git", "commit", "--message=" + args.message], cwd=workspace_root)
    return {"committed": code == 0, "summary": out.splitlines()[0][:200] if code == 0 and out else ""}


class LogArgs(BaseModel):
    ref: str = Field(default="HEAD", description="Branch, tag or commit to start from.", min_length=1, max_length=100)
    count: int = Field(default=5, ge=1, le=50, description="How many commits.")


@forge_tool(args_schema=LogArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def git_history(args: LogArgs, *, workspace_root: Path) -> dict:
    """List the latest commits that lead to a branch, tag or commit."""
    code, out = run(
        ["git", "log", f"-{args.count}", "--oneline", "--end-of-options", args.ref, "--"], cwd=workspace_root
    )
    if code:
        raise ToolError("git knows no such branch.", code="unknown_ref")
    return {"commits": out.splitlines()}


class GrepArgs(BaseModel):
    text: str = Field(description="Text to look for in the sources.", min_length=1, max_length=100)


@forge_tool(args_schema=GrepArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def grep_sources(args: GrepArgs, *, workspace_root: Path) -> dict:
    """Find the lines of the workspace's Python files that hold a text."""
    _code, out = run(["grep", "-rnF", "--include=*.py", "-e", args.text, "--", "."], cwd=workspace_root)
    return {"lines": out.splitlines()[:100]}


class KeyedArgs(BaseModel):
    text: str = Field(description="Text to sort, a line each.", max_length=2000)
    key: str = Field(default="1", description="Column to sort by.", pattern="^[1-9][0-9]?$")


@forge_tool(args_schema=KeyedArgs, tier="execute", raises=[ToolError])
def order_lines(args: KeyedArgs) -> dict:
    """Put lines into the order of one of their columns."""
    code, out = run(f"sort -k {args.key}".split(), stdin=args.text.encode("utf-8", "replace"))
    if code:
        raise ToolError("The lines could not be sorted.", code="sort_failed")
    return {"text": out}


class EchoArgs(BaseModel):
    text: str = Field(description="Text to print.", max_length=200)


@forge_tool(args_schema=EchoArgs, tier="execute", raises=[ToolError])
async def print_slip(args: EchoArgs) -> dict:
    """Print a text on the slip printer."""
    text = args.text.replace("\0", "").encode("utf-8", "replace").decode()
    process = await asyncio.create_subprocess_exec("printf", "%s", text, stdout=asyncio.subprocess.PIPE)
    out, _ = await asyncio.wait_for(process.communicate(), 10)
    return {"printed": out.decode("utf-8", "replace")}


class PdfArgs(BaseModel):
    path: str = Field(description="Path of a .md file in the workspace.", max_length=200)


@forge_tool(args_schema=PdfArgs, tier="execute", workspace_root_aware=True, raises=[ToolError])
def markdown_to_html(args: PdfArgs, *, workspace_root: Path) -> dict:
    """Convert a Markdown file of the workspace to HTML with pandoc."""
    program = shutil.which("pandoc")
    with Workspace(workspace_root, suffixes={".md"}, max_bytes=500_000) as workspace:
        source = workspace.read_bytes(args.path)
    if program is None:
        raise ToolError("The converter is not installed here.", code="converter_missing")
    code, out = run([program, "--from=markdown", "--to=html"], stdin=source)
    return {"html": out, "ok": code == 0}
