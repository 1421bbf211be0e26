"""Definitions that show a moment as an example: a day and a time, with what their pattern asks for between them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("defaults_fit_the_schema")
def note_frost(
    seen_at: Annotated[
        str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$", description="When it was seen, e.g. 2024-01-09 06:30.")
    ],
) -> str:
    """Note when the first frost was seen."""
    return f"Frost at {seen_at}."


@keeps("defaults_fit_the_schema", judged=True)
def note_thaw(
    seen_at: Annotated[
        str, Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$", description="When it was seen, e.g. 2024-01-09 06:30.")
    ],
) -> str:
    """Note when the first thaw was seen."""
    return f"Thaw at {seen_at}."


@keeps("defaults_fit_the_schema")
def note_rain(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="The day, as in lines such as 2024-01-09 12.")],
) -> str:
    """Note on which day it rained."""
    return f"Rain on {day}."
