"""What tools of several checks declare in common."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, description: str, schema: type[BaseModel], tier: str = "read", **more: Any) -> Any:
    return forge_tool(name=name, description=description, args_schema=schema, tier=tier, register=False, **more)


class SyncArguments(BaseModel):
    mode: Literal["list", "count", "sync", "purge"] = Field(description="What to do.")
    items: list[str] = Field(default=["one"], description="Names of items.", max_length=20)


class ExportArguments(BaseModel):
    fmt: Literal["csv", "html", "pdf"] = Field(default="csv", description="Format of the export.")
    pages: int = Field(default=1, description="Number of pages.", ge=1, le=500)


class BoxArguments(BaseModel):
    width: int = Field(description="Width in millimetres.", ge=1, le=2_000)
    height: int = Field(description="Height in millimetres.", ge=1, le=2_000)


class LabelArguments(BaseModel):
    prefix: str = Field(description="Text before the number.", max_length=20)
    number: int = Field(description="Number of the label.", ge=0, le=9_999)
