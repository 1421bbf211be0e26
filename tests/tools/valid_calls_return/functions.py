"""Functions that break valid_calls_return."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks


@breaks("valid_calls_return", "call_returns")
def cut_text(
    text: Annotated[str, Field(max_length=500, description="Text to cut.")],
    size: Annotated[int, Field(ge=0, le=100, description="Letters in a piece.")] = 10,
) -> dict[str, int]:
    """Cut a text into pieces and count them."""
    pieces = 0
    while text:
        text = text[size:]
        pieces += 1
    return {"pieces": pieces}
