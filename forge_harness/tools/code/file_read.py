"""`file_read`: a part of a file, or the names in a folder. Source: seed 002, "Read file contents".

The text is the file's own, without line numbers and notes, so that `file_edit` finds it again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import FileTooLargeError, ToolError, UnsupportedFileTypeError
from ...registry.process_tools import forge_tool
from ...texts.numbered_lines import LineWindow, read_lines
from ...tool import ToolCategory, ToolTier
from ...workspace.refusals import shown
from ...workspace.workspace import Entry, Workspace
from ..tool_arguments import ToolArguments

__all__ = ["file_read"]

_MAX_LINES = 2_000
_MAX_BYTES = 51_200
_REACH_BYTES = 1024**3
_COUNT_BYTES = 64 * 1024**2
_TESTED_BYTES = 8_192

# The model is given more than the first line of the docstring.
_DESCRIPTION = (
    "Read lines of a text file, or list the names in a folder; `truncated` tells that more follows. The file is "
    "text in UTF-8. A line of more than 51200 bytes is cut, and the rest of it cannot be read. In `entries`, a "
    "folder ends in /."
)


class FileReadArguments(ToolArguments):
    """What to read, and which part of it."""

    path: str = Field(
        description="Path of a file or folder, relative to the workspace; '.' for the workspace itself.",
        min_length=1,
        examples=["src/main.py"],
    )
    offset: int = Field(
        default=1,
        description="Number of the first line of a file, or of the first name in a folder, from 1 (default 1). "
        "Less than 1 means 1.",
        strict=True,
    )
    limit: int = Field(
        default=_MAX_LINES,
        description="Most lines or names to return, at most 2000 and 51200 bytes (default 2000). "
        "Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    description=_DESCRIPTION,
    args_schema=FileReadArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.CODE,
    register=False,
)
def file_read(arguments: FileReadArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Read lines of a text file, or list the names in a folder; `truncated` tells that more follows."""
    first = max(arguments.offset, 1)
    limit = min(arguments.limit, _MAX_LINES) if arguments.limit > 0 else _MAX_LINES
    with Workspace(workspace_root) as workspace:
        path = workspace.relative(arguments.path)
        if workspace.is_file(path):
            return {"path": path, "kind": "file", **_lines(workspace, arguments.path, path, first, limit)}
        return {"path": path, "kind": "directory", **_names(workspace.list_directory(path), first, limit)}


def _lines(workspace: Workspace, given: str, path: str, first: int, limit: int) -> dict[str, Any]:
    with workspace.open_read(given, max_bytes=sys.maxsize) as file:
        if b"\0" in file.read(_TESTED_BYTES):
            raise ToolError("The file is binary, not text. Choose a text file.", code="binary_file")
        file.seek(0)
        window = read_lines(
            file, first=first, limit=limit, max_bytes=_MAX_BYTES, reach_bytes=_REACH_BYTES, count_bytes=_COUNT_BYTES
        )
    if window.first_line is None and window.total_lines is None:
        raise FileTooLargeError(f"Line {first} of {path!r} is too far into the file. Ask for an earlier line.")
    try:
        text = window.data.decode()
    except UnicodeDecodeError:
        # A stand-in for what cannot be decoded would be written back, and the file would be lost.
        raise UnsupportedFileTypeError(
            f"The file {shown(path)} is not text in UTF-8. Choose a text file in UTF-8."
        ) from None
    return {
        "text": text,
        "first_line": window.first_line,
        "last_line": window.last_line,
        "total_lines": window.total_lines,
        "entries": None,
        "truncated": _has_more(window),
    }


def _has_more(window: LineWindow) -> bool:
    if window.is_cut or window.total_lines is None:
        return True
    return window.last_line is not None and window.last_line < window.total_lines


def _names(entries: list[Entry], first: int, limit: int) -> dict[str, Any]:
    """Return a part of a folder's names in the place of lines; folders end in a slash."""
    names: list[str] = []
    size = 0
    for entry in entries[first - 1 : first - 1 + limit]:
        # A name that is not UTF-8 is shown with escapes: JSON cannot hold it.
        name = os.fsencode(entry.name).decode(errors="backslashreplace") + "/" * (entry.kind == "directory")
        size += len(name.encode())
        if size > _MAX_BYTES:
            break
        names.append(name)
    last = first - 1 + len(names)
    return {
        "text": None,
        "first_line": first if names else None,
        "last_line": last if names else None,
        "total_lines": len(entries),
        "entries": names,
        "truncated": last < len(entries),
    }
