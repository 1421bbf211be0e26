"""The list of words is sorted in place, so the record of the call shows an order that the model did not send."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class WordArguments(BaseModel):
    words: list[str] = Field(description="Words to sort.", max_length=100)


@forge_tool(
    name="sort_words",
    description="Sort words.",
    args_schema=WordArguments,
    tier="read",
    register=False,
)
def broken(args: WordArguments) -> dict[str, Any]:
    args.words.sort()
    return {"words": args.words}


@forge_tool(
    name="sort_words",
    description="Sort words.",
    args_schema=WordArguments,
    tier="read",
    register=False,
)
def fixed(args: WordArguments) -> dict[str, Any]:
    return {"words": sorted(args.words)}
