"""The broken tool normalises the path as text, so a link leads out; the fixed one opens it through `Workspace`."""

import os
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool


class NoteArguments(BaseModel):
    """What to write where."""

    path: str = Field(description="File to write, relative to the workspace.", max_length=4096)
    text: str = Field(description="The new content.", max_length=100_000)


@forge_tool(args_schema=NoteArguments, workspace_root_aware=True, tier="write", register=False)
def broken(arguments: NoteArguments, *, workspace_root: Path) -> dict[str, object]:
    """Write a note."""
    path = Path(os.path.normpath(workspace_root / arguments.path))
    if not path.is_relative_to(workspace_root) or path.is_dir():
        return {"error": "path_outside_workspace", "message": "The path is outside the workspace."}
    path.write_text(arguments.text)
    return {"written": True}


@forge_tool(args_schema=NoteArguments, workspace_root_aware=True, tier="write", register=False)
def fixed(arguments: NoteArguments, *, workspace_root: Path) -> dict[str, object]:
    """Write a note."""
    with Workspace(workspace_root) as workspace:
        workspace.write_text(arguments.path, arguments.text)
    return {"written": True}
