"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


MAX_BYTES = 1_000_000


def tool(name: str, model: type[BaseModel], tier: str = "read"):
    return forge_tool(
        name=name,
        description=f"A tool that leaves its workspace: {name}.",
        args_schema=model,
        workspace_root_aware=True,
        tier=tier,
        register=False,
    )


class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")


class ContentArgs(ReadArgs):
    content: str = Field(description="The new content.")


class MoveArgs(BaseModel):
    source: str = Field(description="File to move.")
    destination: str = Field(description="Where to.")


class FolderArgs(BaseModel):
    path: str = Field(default=".", description="Folder to list.")
