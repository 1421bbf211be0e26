"""Readers of a table that is read line by line: one uses it up in the first call."""

from __future__ import annotations

from collections.abc import Iterator

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
    least: int = Field(default=0, ge=0, le=500, description="Lowest height in metres.")


def _tallest(rows: Iterator[tuple[str, int]] | list[tuple[str, int]], least: int) -> dict:
    found = [(height, name) for name, height in rows if height >= least]
    return {"tallest": max(found)[1] if found else None}


@breaks("equal_calls_agree")
@forge_tool(args_schema=TreesArgs, tier="read", register=False)
def tallest_once(args: TreesArgs) -> dict:
    """Return the tallest tree, if one has at least a height."""
    return _tallest(_ROWS, args.least)


@keeps("equal_calls_agree")
@forge_tool(args_schema=TreesArgs, tier="read", register=False)
def tallest(args: TreesArgs) -> dict:
    """Return the tallest tree, if one has at least a height."""
    is_new = not _found.setdefault("trees", False)
    _found["trees"] = True
    return {**_tallest(_KEPT, args.least), "read": "now" if is_new else "before"}
