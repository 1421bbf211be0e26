"""The model class accepts None for a required argument that the schema declares as text."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, WithJsonSchema

from forge_harness import forge_tool


class LooseArguments(BaseModel):
    title: Annotated[str | None, WithJsonSchema({"type": "string"})] = Field(description="Title of the note.")


class NoteArguments(BaseModel):
    title: str = Field(description="Title of the note.")


@forge_tool(
    name="make_slug",
    description="Make a file name of a title.",
    args_schema=LooseArguments,
    tier="read",
    register=False,
)
def broken(args: LooseArguments) -> dict[str, Any]:
    return {"slug": str(args.title).lower()}


@forge_tool(
    name="make_slug",
    description="Make a file name of a title.",
    args_schema=NoteArguments,
    tier="read",
    register=False,
)
def fixed(args: NoteArguments) -> dict[str, Any]:
    return {"slug": args.title.lower()}
