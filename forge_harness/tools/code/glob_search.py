"""`glob_search`: files by their names. Source: seed 002, "Find files by glob pattern, sorted by modification time"."""

from __future__ import annotations

import heapq
import os
from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...json_result import fit_texts
from ...registry.process_tools import forge_tool
from ...texts.glob_pattern import MAX_LENGTH, GlobPattern
from ...tool import ToolCategory, ToolTier
from ...workspace.tree import STANDARD_FOLDERS
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["glob_search"]

_DEFAULT_RESULTS = 100
_MAX_RESULTS = 1_000
_MAX_BYTES = 512 * 1024

# The model is given more than the first line of the docstring.
_DESCRIPTION = (
    "Find files by a glob pattern, newest first; `truncated` tells that files were left out. Folders of "
    "dependencies and generated files (.git, node_modules, vendor, __pycache__, .venv, dist, build) are not "
    "entered, and links are not followed; hidden files and other hidden folders are searched."
)


class GlobSearchArguments(ToolArguments):
    """Which files to find."""

    pattern: str = Field(
        description="Glob pattern: * ? [a-z] {a,b}, and ** for any number of folders. Without a slash it is compared "
        "with the file's name at any depth, else with its path from the folder searched.",
        pattern=r"\S",
        max_length=MAX_LENGTH,
        examples=["**/*.py", "src/**/*.{ts,tsx}"],
    )
    path: str = Field(
        default=".",
        description="The folder to search, relative to the workspace (default '.', the workspace itself).",
        examples=["src"],
    )
    max_results: int = Field(
        default=_DEFAULT_RESULTS,
        description="Most paths to return, up to 1000 (default 100). Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    description=_DESCRIPTION,
    args_schema=GlobSearchArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.CODE,
    register=False,
)
def glob_search(arguments: GlobSearchArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Find files by a glob pattern, newest first; `truncated` tells that files were left out."""
    limit = min(arguments.max_results, _MAX_RESULTS) if arguments.max_results > 0 else _DEFAULT_RESULTS
    pattern = GlobPattern(arguments.pattern)
    with Workspace(workspace_root) as workspace:
        start = workspace.relative(arguments.path)
        if workspace.is_file(start):
            raise ToolError("The path is a file, not a folder. Give the folder to search in.", code="not_a_directory")
        prefix = "" if start == "." else f"{start}/"
        with workspace.tree(start, skip=STANDARD_FOLDERS, only=pattern.matches) as tree:
            files = [(-entry.modified_ns, entry.path) for entry in tree if entry.kind == "file"]
            is_complete = not (tree.truncated or tree.too_deep or tree.unreadable)
    # A name that is not UTF-8 is shown with escapes: JSON cannot hold it.
    paths = [os.fsencode(prefix + path).decode(errors="backslashreplace") for _, path in heapq.nsmallest(limit, files)]
    found = {"paths": paths, "truncated": len(paths) < len(files) or not is_complete}
    return fit_texts(found, ["paths"], max_bytes=_MAX_BYTES)
