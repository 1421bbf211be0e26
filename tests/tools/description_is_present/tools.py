"""Tools that break description_is_present."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class TextArgs(BaseModel):
    text: str = Field(max_length=10_000, description="The text to count.")


@breaks("description_is_present")
@forge_tool(args_schema=TextArgs, tier="read", description="")
def count_words(args: TextArgs) -> dict:
    return {"words": len(args.text.split())}
