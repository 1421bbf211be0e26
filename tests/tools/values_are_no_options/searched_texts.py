"""Tools that hand a text to look for to grep."""

from __future__ import annotations

import subprocess
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps


class SearchArgs(BaseModel):
    text: str = Field(
        pattern=r"^[^\x00\r\n]{1,80}$", description="Text to look for as it is, such as TODO or --verbose."
    )


def _names(workspace_root: Path, *words: str) -> list[str]:
    try:
        done = subprocess.run(
            ["grep", "--recursive", "--files-with-matches", "--fixed-strings", "--no-messages", *words, "."],
            cwd=workspace_root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        raise ToolError("The files cannot be searched.", code="no_search") from None
    if done.returncode > 1:
        raise ToolError("The files cannot be searched.", code="no_search")
    return sorted(done.stdout.decode("utf-8", "replace").splitlines())[:100]


@breaks("values_are_no_options")
@forge_tool(args_schema=SearchArgs, tier="execute", workspace_root_aware=True)
def files_with_text(args: SearchArgs, *, workspace_root: Path) -> dict:
    """List the files that contain a text."""
    return {"files": _names(workspace_root, args.text, "--")}


@keeps("values_are_no_options", judged=True)
@forge_tool(args_schema=SearchArgs, tier="execute", workspace_root_aware=True)
def files_that_contain(args: SearchArgs, *, workspace_root: Path) -> dict:
    """List the files that contain a text."""
    return {"files": _names(workspace_root, "-e", args.text, "--")}
