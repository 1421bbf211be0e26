"""Tools that resemble those that break time_grows_with_the_input, and keep it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import keeps


class DuplicatesArgs(BaseModel):
    items: list[Annotated[str, Field(max_length=100, description="An item.")]] = Field(
        max_length=5_000, description="Items to compare."
    )


@keeps("time_grows_with_the_input", "results_hold_no_environment")
@forge_tool(args_schema=DuplicatesArgs, tier="read")
def find_duplicates(args: DuplicatesArgs) -> dict:
    """Count the items that occur more than once."""
    return {"duplicates": sum(1 for count in Counter(args.items).values() if count > 1)}
