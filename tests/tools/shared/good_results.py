"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field


class PathArguments(BaseModel):
    path: str = Field(description="File in the workspace.")


class NumberArguments(BaseModel):
    number: int = Field(1, ge=0, le=5, description="A number.")
