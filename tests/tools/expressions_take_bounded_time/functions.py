"""Functions that resemble those that break expressions_take_bounded_time, and keep it."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..marks import keeps


@keeps("expressions_take_bounded_time", "errors_carry_no_detail")
async def count_vowels(text: Annotated[str, Field(max_length=2_000, description="The text.")]) -> dict[str, int]:
    """Count the vowels of a text."""
    return {"vowels": len(re.findall("[aeiou]", text.lower()))}
