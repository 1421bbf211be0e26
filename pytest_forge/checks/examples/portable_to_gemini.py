"""A type that contains itself through a required argument, which Gemini refuses."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class BrokenCategory(BaseModel):
    title: str = Field(description="Title of the category.")
    parts: list[BrokenCategory] = Field(description="Categories below it; may be empty.")


class BrokenArguments(BaseModel):
    root: BrokenCategory = Field(description="The topmost category.")


@forge_tool(
    name="save_categories",
    description="Replace the tree of categories.",
    args_schema=BrokenArguments,
    tier="write",
    register=False,
)
def broken(args: BrokenArguments) -> dict[str, str]:
    return {"saved": args.root.title}


class FixedCategory(BaseModel):
    title: str = Field(description="Title of the category.")
    parts: list[FixedCategory] = Field(default=[], description="Categories below it.")


class FixedArguments(BaseModel):
    root: FixedCategory = Field(description="The topmost category.")


@forge_tool(
    name="save_categories",
    description="Replace the tree of categories.",
    args_schema=FixedArguments,
    tier="write",
    register=False,
)
def fixed(args: FixedArguments) -> dict[str, str]:
    return {"saved": args.root.title}
