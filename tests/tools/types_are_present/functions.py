"""Functions that break types_are_present."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks


@breaks("types_are_present")
def merge_tags(
    tags: Annotated[list[str], Field(max_length=50, description="Tags to merge.")],
    extra: Annotated[Any, Field(description="More of them.")] = None,
) -> dict[str, int]:
    """Merge tags that mean the same and count what is left."""
    return {"count": len(set(tags)) + (1 if extra is not None else 0)}
