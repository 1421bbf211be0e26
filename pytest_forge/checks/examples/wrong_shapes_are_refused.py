"""A validator that splits texts and crashes on any other type."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, field_validator

from forge_harness import forge_tool


class SplitArguments(BaseModel):
    tags: list[str] = Field(description="Tags to count.", max_length=20)

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: Any) -> Any:
        return tags if isinstance(tags, list) else tags.split(",")


class CarefulArguments(BaseModel):
    tags: list[str] = Field(description="Tags to count.", max_length=20)

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: Any) -> Any:
        return tags.split(",") if isinstance(tags, str) else tags


@forge_tool(
    name="count_tags",
    description="Count tags.",
    args_schema=SplitArguments,
    tier="read",
    register=False,
)
def broken(args: SplitArguments) -> dict[str, Any]:
    return {"tags": len(args.tags)}


@forge_tool(
    name="count_tags",
    description="Count tags.",
    args_schema=CarefulArguments,
    tier="read",
    register=False,
)
def fixed(args: CarefulArguments) -> dict[str, Any]:
    return {"tags": len(args.tags)}
