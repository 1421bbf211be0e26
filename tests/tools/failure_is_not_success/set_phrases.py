"""Functions that answer with a text, and with a sentence of their code for some values."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Day = Annotated[str, Field(max_length=40, description="A day such as '2024-05-01'.")]
Cell = Annotated[str, Field(max_length=40, description="Content of a cell such as '12.5'.")]


@breaks("failure_is_not_success")
def week_of_day(day: Day) -> str:
    """Name the week of a day."""
    try:
        found = date.fromisoformat(day).isocalendar()
    except ValueError:
        return "Sadly, this day is in no calendar."
    return f"Week {found.week} of {found.year}"


@keeps("failure_is_not_success")
def name_of_week(day: Day) -> str:
    """Name the week of a day."""
    try:
        found = date.fromisoformat(day).isocalendar()
    except ValueError:
        raise ValueError("a day looks like 2024-05-01") from None
    return f"Week {found.week} of {found.year}"


@keeps("failure_is_not_success")
def kind_of_cell(cell: Cell) -> str:
    """Tell what kind of content a cell has."""
    try:
        float(cell)
    except ValueError:
        return "a text of one or more words"
    return "a number with or without decimals"
