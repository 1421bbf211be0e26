"""Functions that merge two objects; one of them copies the first level only."""

from __future__ import annotations

import copy
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Layout = Annotated[dict[str, Any], Field(description="Layout of a sheet.")]


def _laid(sheet: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(sheet.get(key), dict):
            _laid(sheet[key], value)
        else:
            sheet[key] = value
    return sheet


@breaks("arguments_are_not_mutated")
def lay_over(sheet: Layout, over: Layout) -> dict[str, Any]:
    """Lay one layout over another, level by level."""
    return _laid(dict(sheet), over)


@keeps("arguments_are_not_mutated", judged=True)
def laid_over(sheet: Layout, over: Layout) -> dict[str, Any]:
    """Lay one layout over another, level by level."""
    return _laid(copy.deepcopy(sheet), over)
