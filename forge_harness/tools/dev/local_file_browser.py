"""`local_file_browser`: look into the files of the workspace. Source: seed 002, "Development tools"."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["local_file_browser"]

_MAX_BYTES = 102_400
_MAX_FILE_BYTES = 1024**4
_MAX_ENTRIES = 2_000


class LocalFileBrowserArguments(ToolArguments):
    """What to look at."""

    path: str = Field(
        description="Path of a file or folder, relative to the workspace; '.' for the workspace itself.",
        min_length=1,
        examples=["src/main.py"],
    )
    operation: Literal["read", "list"] = Field(
        default="read", description="'read' the start of a file (default), or 'list' a folder."
    )


@forge_tool(
    args_schema=LocalFileBrowserArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.DEV,
    register=False,
)
def local_file_browser(arguments: LocalFileBrowserArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Read the first 100 KiB of a text file, or list the first 2000 names of a folder with kind and size."""
    with Workspace(workspace_root) as workspace:
        path = workspace.relative(arguments.path)
        shown = _read if arguments.operation == "read" else _list
        return {"path": path, "content": None, "entries": None, **shown(workspace, arguments.path)}


def _read(workspace: Workspace, path: str) -> dict[str, Any]:
    with workspace.open_read(path, max_bytes=_MAX_FILE_BYTES) as file:
        data = file.read(_MAX_BYTES + 1)
    if b"\0" in data:
        raise ToolError("The file is binary, not text. Choose a text file.", code="binary_file")
    is_cut = len(data) > _MAX_BYTES
    try:
        # Of a part, the last character may be cut; it is left out.
        text = codecs.getincrementaldecoder("utf-8")().decode(data[:_MAX_BYTES], final=not is_cut)
    except UnicodeDecodeError:
        raise ToolError("The file is not text in UTF-8. Choose a text file.", code="binary_file") from None
    return {"content": text, "truncated": is_cut}


def _list(workspace: Workspace, path: str) -> dict[str, Any]:
    entries = workspace.list_directory(path)
    shown = [
        {
            # A name that is not UTF-8 is shown with escapes: JSON cannot hold it.
            "name": os.fsencode(entry.name).decode(errors="backslashreplace"),
            "is_dir": entry.kind == "directory",
            "size": entry.size,
        }
        for entry in entries[:_MAX_ENTRIES]
    ]
    return {"entries": shown, "truncated": len(entries) > _MAX_ENTRIES}
