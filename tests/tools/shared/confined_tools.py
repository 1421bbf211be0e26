"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, model: type[BaseModel], tier: str = "read", aware: bool = True):
    return forge_tool(
        name=name,
        description=f"A tool that keeps to its workspace: {name}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")
