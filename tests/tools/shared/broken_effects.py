"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NameArgs(BaseModel):
    name: str = Field(description="Name of the city, for example 'Oslo'.", max_length=40)
    limit: int = Field(default=3, ge=1, le=9, description="Most results.")


class PathArgs(BaseModel):
    path: str = Field(default="notes.txt", description="File to read, relative to the workspace.", max_length=80)


def tool(name, tier="read", model=NameArgs, aware=False):
    return forge_tool(
        name=name,
        description="Look a city up in the table.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )
