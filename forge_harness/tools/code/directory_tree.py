"""`directory_tree`: what lies below a folder, drawn. Source: seed 002, "tree-formatted directory listing"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...texts.shown_name import shown_name
from ...tool import ToolCategory, ToolTier
from ...workspace.tree import STANDARD_FOLDERS, TreeEntry
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["directory_tree"]

_DEFAULT_DEPTH = 3
_MAX_DEPTH = 20
_MAX_ENTRIES = 2_000
_MAX_BYTES = 51_200

# The model is given more than the first line of the docstring.
_DESCRIPTION = (
    "Draw the files and folders below a folder; `truncated` tells that some do not fit or cannot be read. Hidden "
    "names (those that begin with a dot) and folders of dependencies and generated files (.git, node_modules, "
    "vendor, __pycache__, .venv, dist, build) are left out. A folder ends in /, and a file of 1 KiB or more has "
    "its size after its name. Links are not followed."
)


class DirectoryTreeArguments(ToolArguments):
    """Which folder to draw, and how deep."""

    path: str = Field(
        default=".",
        description="Path of the folder, relative to the workspace (default '.', the workspace itself).",
        examples=["src"],
    )
    max_depth: int = Field(
        default=_DEFAULT_DEPTH,
        description="Levels to draw, up to 20 (default 3); `truncated` is true if more are asked for and are there. "
        "Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    description=_DESCRIPTION,
    args_schema=DirectoryTreeArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.CODE,
    register=False,
)
def directory_tree(arguments: DirectoryTreeArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Draw the files and folders below a folder; `truncated` tells that some do not fit or cannot be read."""
    depth = min(arguments.max_depth, _MAX_DEPTH) if arguments.max_depth > 0 else _DEFAULT_DEPTH
    with Workspace(workspace_root) as workspace:
        start = workspace.relative(arguments.path)
        if workspace.is_file(start):
            raise ToolError("The path is a file, not a folder. Give the path of a folder.", code="not_a_directory")
        with workspace.tree(
            start, skip=STANDARD_FOLDERS, hidden=False, max_entries=_MAX_ENTRIES, max_depth=depth - 1
        ) as tree:
            entries = list(tree)
            unreadable = set(tree.unreadable)
            # Fewer levels than it was asked for.
            is_cut = arguments.max_depth > _MAX_DEPTH and bool(tree.too_deep)
            truncated = tree.truncated or bool(unreadable) or is_cut
        name = workspace.root.name if start == "." else start.rpartition("/")[2]
    lines = [f"{shown_name(name)}/\n"]
    size = len(lines[0].encode())
    for entry, branch in zip(entries, _branches(entries), strict=True):
        line = f"{branch}{_label(entry, unreadable)}\n"
        size += len(line.encode())
        if size > _MAX_BYTES:
            truncated = True
            break
        lines.append(line)
    return {"tree": "".join(lines), "truncated": truncated}


def _branches(entries: list[TreeEntry]) -> list[str]:
    """Return the lines that lead to each entry."""
    found = []
    # From the last to the first: at which depths another name follows below the same folder.
    followed: set[int] = set()
    for entry in reversed(entries):
        depth = entry.path.count("/")
        followed = {level for level in followed if level <= depth}
        above = "".join("│   " if level in followed else "    " for level in range(depth))
        found.append(above + ("├── " if depth in followed else "└── "))
        followed.add(depth)
    return found[::-1]


def _label(entry: TreeEntry, unreadable: set[str]) -> str:
    name = shown_name(entry.path.rpartition("/")[2])
    if entry.kind == "directory":
        return f"{name}/ (cannot be read)" if entry.path in unreadable else f"{name}/"
    if entry.kind != "file" or entry.size < 1024:
        return name
    kilobytes = entry.size // 1024
    return f"{name} ({kilobytes}KB)" if kilobytes < 1024 else f"{name} ({kilobytes // 1024}MB)"
