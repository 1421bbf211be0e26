"""The broken tool has a list of forbidden types; the fixed one has a list of allowed types."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool


class DataArguments(BaseModel):
    """Which data file to read."""

    path: str = Field(description="Data file, relative to the workspace.", max_length=4096)


@forge_tool(args_schema=DataArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: DataArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a data file."""
    if arguments.path.endswith((".pem", ".key", ".env")):
        return {"error": "unsupported_file_type", "message": "Keys are not read."}
    with Workspace(workspace_root) as workspace:
        return {"text": workspace.read_text(arguments.path)}


@forge_tool(args_schema=DataArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: DataArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a data file."""
    with Workspace(workspace_root, suffixes=[".csv", ".json", ".txt"]) as workspace:
        return {"text": workspace.read_text(arguments.path)}
