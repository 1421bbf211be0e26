"""`file_edit`: one place of a file, found by its text. Source: seed 002, "exact string matching"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ForbiddenPathError, ToolError
from ...registry.process_tools import forge_tool
from ...texts.replacement import Replacement, find_replacement
from ...texts.unified_diff import unified_diff
from ...tool import ToolCategory, ToolTier
from ...workspace.refusals import told_refusal
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["file_edit"]

_MAX_CHARACTERS = 1_000_000
_MAX_DIFF_CHARACTERS = 50_000
_TESTED_CHARACTERS = 8_192


class FileEditArguments(ToolArguments):
    """What to replace, and where."""

    path: str = Field(
        description="Path of an existing text file of at most 10 MiB, relative to the workspace; not a link.",
        min_length=1,
        examples=["src/main.py"],
    )
    old_text: str = Field(
        description=(
            "The text to replace, 1 to 1,000,000 characters, exactly as it stands in the file and only there. "
            "Lines that end in a newline alone are also found in a file with CRLF."
        ),
        min_length=1,
        max_length=_MAX_CHARACTERS,
        examples=["def hello(name):"],
    )
    new_text: str = Field(
        description="The text to put there, at most 1,000,000 characters; an empty text deletes the old one.",
        max_length=_MAX_CHARACTERS,
        examples=["def greet(name):"],
    )


@forge_tool(
    args_schema=FileEditArguments,
    workspace_root_aware=True,
    tier=ToolTier.WRITE,
    category=ToolCategory.CODE,
    facts={"replaces": True},
    register=False,
)
def file_edit(arguments: FileEditArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Replace one piece of text in a file, even a read-only one, by its exact content, and return a unified diff."""
    changes: list[tuple[str, Replacement]] = []

    def change(text: str) -> str:
        if "\0" in text[:_TESTED_CHARACTERS]:
            raise ToolError("The file is binary, not text. Choose a text file.", code="binary_file")
        replacement = find_replacement(text, arguments.old_text, arguments.new_text)
        changes.append((text, replacement))
        return replacement.apply(text)

    with Workspace(workspace_root) as workspace:
        try:
            workspace.update_text(arguments.path, change)
        except ForbiddenPathError as error:
            raise told_refusal(error) from None
        path = workspace.relative(arguments.path)
    [(before, replacement)] = changes
    return {"path": path, "diff": unified_diff(path, before, replacement, max_characters=_MAX_DIFF_CHARACTERS)}
