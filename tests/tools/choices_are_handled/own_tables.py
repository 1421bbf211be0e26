"""Tools that look a choice up in a table of their own, after they have read a file."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class TakingsArgs(BaseModel):
    """What to work out."""

    figure: Literal["sum", "average", "most"] = Field(description="What to work out for each year.")


_SOME = {"sum": sum, "mean": fmean, "most": max}
_ALL = {"sum": sum, "average": fmean, "most": max}


def _years(root: Path | None) -> dict[int, list[float]]:
    years: dict[int, list[float]] = {}
    with ((root or Path()) / "takings.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            years.setdefault(date.fromisoformat(row["at"]).year, []).append(float(row["amount"]))
    return years


@breaks("choices_are_handled")
@forge_tool(args_schema=TakingsArgs, tier="read", workspace_root_aware=True, register=False)
def yearly_takings(args: TakingsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Work out a figure of the takings of each year."""
    try:
        years = _years(workspace_root)
    except (OSError, KeyError, TypeError, ValueError):
        return {"error": "no_takings", "message": "The takings cannot be read."}
    work_out = _SOME[args.figure]
    return {str(year): round(work_out(amounts), 2) for year, amounts in sorted(years.items())[:50]}


@keeps("choices_are_handled", judged=True)
@forge_tool(args_schema=TakingsArgs, tier="read", workspace_root_aware=True, register=False)
def takings_of_years(args: TakingsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Work out a figure of the takings of each year."""
    try:
        years = _years(workspace_root)
    except (OSError, KeyError, TypeError, ValueError):
        return {"error": "no_takings", "message": "The takings cannot be read."}
    work_out = _ALL[args.figure]
    return {str(year): round(work_out(amounts), 2) for year, amounts in sorted(years.items())[:50]}
