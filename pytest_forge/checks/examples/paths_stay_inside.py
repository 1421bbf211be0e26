"""The broken tool refuses ``..``, but not absolute paths, with which `Path` drops the root; the fixed one resolves."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class TableArguments(BaseModel):
    """Which table to read."""

    path: str = Field(description="CSV file, relative to the workspace.", max_length=4096)


_MAX_BYTES = 1_000_000


def _read(path: Path) -> dict[str, str]:
    if path.suffix != ".csv" or not path.is_file() or path.stat().st_size > _MAX_BYTES:
        return {"error": "not_readable", "message": "Only CSV files up to 1 MB can be read."}
    return {"text": path.read_text()}


@forge_tool(args_schema=TableArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: TableArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a CSV file of the workspace."""
    if ".." in arguments.path:
        return {"error": "path_outside_workspace", "message": "The path is outside the workspace."}
    path = workspace_root / arguments.path
    return _read(path) if not path.is_symlink() else {"error": "is_a_link", "message": "Links are not followed."}


@forge_tool(args_schema=TableArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: TableArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a CSV file of the workspace."""
    root = workspace_root.resolve()
    path = (root / arguments.path).resolve()
    if not path.is_relative_to(root):
        return {"error": "path_outside_workspace", "message": "The path is outside the workspace."}
    return _read(path)
