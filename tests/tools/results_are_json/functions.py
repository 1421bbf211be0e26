"""Functions that resemble those that break results_are_json, and keep it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import keeps


@keeps("results_are_json", "wrong_shapes_are_refused")
def amounts_in(text: Annotated[str, Field(max_length=2_000, description="Any text.")]) -> dict[str, list[int]]:
    """Return the words of a text that are whole numbers below a million."""
    amounts = []
    for word in text.split():
        try:
            amounts.append(int(word))
        except ValueError:
            continue
    return {"amounts": [amount for amount in amounts if abs(amount) < 1_000_000]}
