"""Functions whose result grows with the product of two lists, and that name a part of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("result_size_is_bounded")
def table_cells(
    rows: Annotated[list[str], Field(max_length=2_000, description="Names of the rows.")],
    columns: Annotated[list[str], Field(max_length=2_000, description="Names of the columns.")],
) -> dict[str, list[str]]:
    """Name the cells of a table."""
    return {"cells": [f"{row[:20]}/{column[:20]}" for row in rows for column in columns]}


@keeps("result_size_is_bounded")
def count_cells(
    rows: Annotated[list[str], Field(max_length=2_000, description="Names of the rows.")],
    columns: Annotated[list[str], Field(max_length=2_000, description="Names of the columns.")],
) -> dict[str, list[str] | int]:
    """Count the cells of a table, and name the first fifty."""
    names = [f"{row[:20]}/{column[:20]}" for row in rows[:10] for column in columns[:5]]
    return {"cells": len(rows) * len(columns), "first": names}
