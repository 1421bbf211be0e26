"""Tools that add up a column by another one; the totals of one grouping are kept for all of them."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_by_value: dict[tuple[str, str], dict[str, float]] = {}
_by_both: dict[tuple[str, str, str], dict[str, float]] = {}


class SumsArgs(BaseModel):
    path: str = Field(min_length=1, max_length=200, description="CSV file with a header row, below the workspace.")
    value: str = Field(min_length=1, max_length=80, description="Column to add up.")
    group_by: str = Field(min_length=1, max_length=80, description="Column that forms the groups.")


def _read(root: Path, table: str) -> str | None:
    path = (root / table).resolve()
    if path.suffix != ".csv" or not path.is_relative_to(root.resolve()) or not path.is_file():
        return None
    return path.read_text(errors="replace") if path.stat().st_size < 1_000_000 else None


def _sums(text: str, value: str, group: str) -> dict[str, float] | None:
    sums: dict[str, float] = {}
    try:
        for row in csv.DictReader(io.StringIO(text)):
            amount = float(row[value])
            if abs(amount) < 1e9:
                sums[row[group][:80]] = sums.get(row[group][:80], 0.0) + amount
    except (KeyError, TypeError, ValueError):
        return None
    return sums


NO_TABLE = {"error": "no_table", "message": "There is no such table, or no such column of numbers in it."}


@breaks("equal_calls_agree")
@forge_tool(args_schema=SumsArgs, workspace_root_aware=True, tier="read", register=False)
def sums_by_group(args: SumsArgs, *, workspace_root: Path) -> dict:
    """Add up a column of a table by the values of another one."""
    text = _read(workspace_root, args.path)
    if text is None or not {args.value, args.group_by} <= set(text.partition("\n")[0].split(",")):
        return NO_TABLE
    key = (hashlib.sha256(text.encode()).hexdigest(), args.value)
    if key not in _by_value:
        _by_value[key] = _sums(text, args.value, args.group_by)
    return NO_TABLE if _by_value[key] is None else {"sums": dict(_by_value[key])}


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=SumsArgs, workspace_root_aware=True, tier="read", register=False)
def totals_by_group(args: SumsArgs, *, workspace_root: Path) -> dict:
    """Add up a column of a table by the values of another one."""
    text = _read(workspace_root, args.path)
    if text is None or not {args.value, args.group_by} <= set(text.partition("\n")[0].split(",")):
        return NO_TABLE
    key = (hashlib.sha256(text.encode()).hexdigest(), args.value, args.group_by)
    if key not in _by_both:
        _by_both[key] = _sums(text, args.value, args.group_by)
    return NO_TABLE if _by_both[key] is None else {"sums": dict(_by_both[key])}
