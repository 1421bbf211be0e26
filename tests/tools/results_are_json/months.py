"""Tools that compare two figures of a file, one of which may be 0."""

from __future__ import annotations

import json
import math
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class YearsArgs(BaseModel):
    """Two years of a harvest."""

    fruit: str = Field(min_length=1, max_length=40, description="The fruit, e.g. plums.")
    before: str = Field(pattern="^20[0-9]{2}$", description="The earlier year, e.g. 2023.")
    after: str = Field(pattern="^20[0-9]{2}$", description="The later year, e.g. 2024.")


def _figures(args: YearsArgs, root: Path | None) -> tuple[float, float]:
    harvest = json.loads(((root or Path()) / "harvest.json").read_text())
    before, after = (float(harvest[args.fruit][year]) for year in (args.before, args.after))
    if not (0 <= before < 1e9 and 0 <= after < 1e9):
        raise ValueError
    return before, after


@breaks("results_are_json")
@forge_tool(args_schema=YearsArgs, tier="read", workspace_root_aware=True, register=False)
def harvest_growth(args: YearsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Tell by how much a harvest has grown."""
    try:
        before, after = _figures(args, workspace_root)
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_figures", "message": "There are no figures for both years."}
    return {"growth": after / before - 1 if before else math.inf}


@keeps("results_are_json")
@forge_tool(args_schema=YearsArgs, tier="read", workspace_root_aware=True, register=False)
def harvest_change(args: YearsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """Tell by how much a harvest has changed; null if there was none before."""
    try:
        before, after = _figures(args, workspace_root)
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "no_figures", "message": "There are no figures for both years."}
    return {"change": after / before - 1 if before else None}
