"""What tools of several checks declare in common."""

from __future__ import annotations

import functools

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class PathArguments(BaseModel):
    path: str = Field(description="Relative path of a file in the workspace, for example notes.txt.")


class CityArguments(BaseModel):
    city: str = Field(description="Name of a city.")
    limit: int = Field(default=5, ge=1, le=20, description="How many days.")


reader = functools.partial(
    forge_tool, args_schema=PathArguments, workspace_root_aware=True, register=False, tier="read"
)


asker = functools.partial(forge_tool, args_schema=CityArguments, register=False, tier="read")
