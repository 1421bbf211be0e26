"""Functions of two numbers of which one may not exceed the other, each with bounds of its own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@keeps("choices_are_handled")
def pages_left(
    page: Annotated[int, Field(ge=0, le=500, description="Number of the page.")],
    pages: Annotated[int, Field(ge=1, le=500, description="Pages in all.")] = 499,
) -> int:
    """Return how many pages of a book are left."""
    if page > pages:
        raise ValueError("There is no such page.")
    return pages - page


@breaks("choices_are_handled")
def pages_ahead(
    page: Annotated[int, Field(ge=0, le=400, description="Number of the page.")],
    pages: Annotated[int, Field(ge=1, le=500, description="Pages in all.")] = 500,
) -> int:
    """Return how many pages of a book come after one."""
    if page >= min(pages, 400):
        raise ValueError("There is no such page.")
    return pages - page
