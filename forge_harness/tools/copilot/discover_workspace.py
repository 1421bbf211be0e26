"""`discover_workspace`: what a workspace holds that a data contract can be made of. Source: seed 000, introduction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...registry.process_tools import forge_tool
from ...texts.shown_name import shown_name
from ...tool import ToolCategory, ToolTier
from ...workspace.tree import STANDARD_FOLDERS
from ...workspace.workspace import Workspace
from ..tool_arguments import ToolArguments

__all__ = ["discover_workspace"]

_MAX_DEPTH = 6
_MAX_ENTRIES = 2_000
_FORMATS = {".csv": "csv", ".json": "json", ".jsonl": "jsonl"}


class DiscoverWorkspaceArguments(ToolArguments):
    """Nothing: the whole workspace is looked at."""


@forge_tool(
    description="List the data files of the workspace. Paths are relative to it.",
    args_schema=DiscoverWorkspaceArguments,
    workspace_root_aware=True,
    tier=ToolTier.READ,
    category=ToolCategory.COPILOT,
    register=False,
)
def discover_workspace(arguments: DiscoverWorkspaceArguments, *, workspace_root: Path) -> dict[str, Any]:  # noqa: ARG001
    """List the data files of the workspace."""
    with (
        Workspace(workspace_root) as workspace,
        workspace.tree(skip=STANDARD_FOLDERS, hidden=False, max_entries=_MAX_ENTRIES, max_depth=_MAX_DEPTH) as tree,
    ):
        files = [entry for entry in tree if entry.kind == "file"]
    samples = [
        {"path": shown_name(file.path), "format": _FORMATS[Path(file.path).suffix.lower()], "bytes": file.size}
        for file in files
        if Path(file.path).suffix.lower() in _FORMATS
    ]
    return {"files_scanned": len(files), "sample_files": samples}
