"""`file_write`: a whole file, written at once. Source: seed 002, "Create or overwrite files"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ForbiddenPathError
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ...workspace.refusals import told_refusal
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["file_write"]

_MAX_CHARACTERS = 10_000_000


class FileWriteArguments(ToolArguments):
    """The file to write."""

    path: str = Field(
        description="Path of the file, relative to the workspace; missing folders are created. Links are not followed.",
        min_length=1,
        examples=["src/main.py"],
    )
    content: str = Field(
        description=(
            "The whole new content as text, at most 10,000,000 characters; written as UTF-8, "
            "with its line ends as they are. An empty text empties the file."
        ),
        max_length=_MAX_CHARACTERS,
        examples=["print('hello')\n"],
    )


@forge_tool(
    args_schema=FileWriteArguments,
    workspace_root_aware=True,
    tier=ToolTier.WRITE,
    category=ToolCategory.CODE,
    facts={"replaces": True},
    register=False,
)
def file_write(arguments: FileWriteArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Create a text file, or replace all of one, even a read-only one; use file_edit to change a part."""
    data = arguments.content.encode()
    with Workspace(workspace_root) as workspace:
        try:
            was_there = workspace.write_bytes(arguments.path, data, make_parents=True)
        except ForbiddenPathError as error:
            raise told_refusal(error) from None
        return {
            "path": workspace.relative(arguments.path),
            "action": "updated" if was_there else "created",
            "bytes": len(data),
        }
