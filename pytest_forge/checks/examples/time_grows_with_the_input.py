"""Every word is searched in the list of all words before it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class TextArguments(BaseModel):
    text: str = Field(description="A text.")


@forge_tool(
    name="count_words",
    description="Count the different words of a text.",
    args_schema=TextArguments,
    tier="read",
    register=False,
)
def broken(args: TextArguments) -> dict[str, Any]:
    different: list[str] = []
    for word in args.text.split():
        if word not in different:
            different.append(word)
    return {"words": len(different)}


@forge_tool(
    name="count_words",
    description="Count the different words of a text.",
    args_schema=TextArguments,
    tier="read",
    register=False,
)
def fixed(args: TextArguments) -> dict[str, Any]:
    return {"words": len(set(args.text.split()))}
