"""The broken tool's expression can match letters in many ways; the fixed one's in one."""

import re

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_MANY_WAYS = re.compile(r"([a-z]+-?)+")
_ONE_WAY = re.compile(r"[a-z]+(?:-[a-z]+)*")


class SlugArguments(BaseModel):
    """What to look at."""

    slug: str = Field(description="Words with dashes between them.")


@forge_tool(args_schema=SlugArguments, tier="read", register=False)
def broken(arguments: SlugArguments) -> dict[str, bool]:
    """Tell whether a text can stand in a URL."""
    return {"valid": _MANY_WAYS.fullmatch(arguments.slug) is not None}


@forge_tool(args_schema=SlugArguments, tier="read", register=False)
def fixed(arguments: SlugArguments) -> dict[str, bool]:
    """Tell whether a text can stand in a URL."""
    return {"valid": _ONE_WAY.fullmatch(arguments.slug) is not None}
