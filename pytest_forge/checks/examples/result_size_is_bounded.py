"""A whole file is returned, however large it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool


class ReadArguments(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")


@forge_tool(
    name="read_text",
    description="Read a text file.",
    args_schema=ReadArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def broken(args: ReadArguments, *, workspace_root: Path) -> dict[str, Any]:
    with Workspace(workspace_root) as workspace:
        return {"text": workspace.read_text(args.path)}


@forge_tool(
    name="read_text",
    description="Read a text file.",
    args_schema=ReadArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def mended(args: ReadArguments, *, workspace_root: Path) -> dict[str, Any]:
    with Workspace(workspace_root) as workspace:
        return {"text": workspace.read_text(args.path, max_bytes=100_000)}
