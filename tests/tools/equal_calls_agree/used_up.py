"""Readers of a table that is read line by line: one uses it up in the first call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_TEXT = "oak 40\nelm 30\nyew 20"


def _rows() -> Iterator[tuple[str, int]]:
    for line in _TEXT.splitlines():
        name, height = line.split()
        yield name, int(height)


_ROWS = _rows()
_KEPT = list(_rows())
_found: dict[str, bool] = {}


class TreesArgs(BaseModel):
    names: Annotated[list[str], Field(min_length=1, max_length=9, description="Names of trees, e.g. OAK1, ELM2.")]
    least: int = Field(default=0, ge=0, le=500, description="Lowest height in metres.")


@breaks("equal_calls_agree")
@forge_tool(args_schema=TreesArgs, tier="read", register=False)
def trees_once(args: TreesArgs) -> dict:
    """Return the trees of at least a height."""
    return {"trees": [name for name, height in _ROWS if height >= args.least]}


@keeps("equal_calls_agree")
@forge_tool(args_schema=TreesArgs, tier="read", register=False)
def trees(args: TreesArgs) -> dict:
    """Return the trees of at least a height."""
    is_new = not _found.setdefault("trees", False)
    _found["trees"] = True
    return {"trees": [name for name, height in _KEPT if height >= args.least], "read": "now" if is_new else "before"}
