"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

REFUSED = {"error": "path_outside_workspace", "message": "The path is outside the workspace."}


class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")


class SearchArgs(BaseModel):
    query: str = Field(description="Word to look for.")


def tool(
    name: str,
    model: type[BaseModel] = ReadArgs,
    tier: str = "read",
    category: str = "custom",
    description: str = "",
):
    return forge_tool(
        name=name,
        description=description or f"A tool without limits: {name}.",
        args_schema=model,
        workspace_root_aware=True,
        tier=tier,
        category=category,
        register=False,
    )
