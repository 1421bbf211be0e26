"""Tools of a feeder: a 0 that is taken for nothing shows in what another tool reads."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

PLAN = "feeder.json"


class PlanArgs(BaseModel):
    """What the feeder gives."""

    grams: float | None = Field(default=None, ge=-5, le=400, description="Correction of the portion in grams.")
    hour: int | None = Field(default=None, ge=6, le=22, description="Hour of the day.")


class RecordArgs(BaseModel):
    """A weight that was measured."""

    grams: float = Field(ge=-5, le=400, description="Weight in grams, without the bowl.")


class NoArgs(BaseModel):
    """Nothing to choose."""


def _plan(root: Path | None) -> dict[str, float]:
    try:
        plan = json.loads(((root or Path()) / PLAN).read_text())
        return {"grams": float(plan["grams"]), "hour": int(plan["hour"]), "most": float(plan["most"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"grams": 30.0, "hour": 7, "most": 1.0}


def _keep(root: Path | None, plan: dict[str, float]) -> str:
    ((root or Path()) / PLAN).write_text(json.dumps(plan))
    return "The plan is kept."


@keeps("choices_are_handled")
@forge_tool(args_schema=NoArgs, tier="read", workspace_root_aware=True, register=False)
def feeding_plan(args: NoArgs, *, workspace_root: Path | None = None) -> dict[str, float]:
    """Show what the feeder gives, and when."""
    return _plan(workspace_root)


@breaks("choices_are_handled")
@forge_tool(args_schema=PlanArgs, tier="write", workspace_root_aware=True, register=False)
def change_plan(args: PlanArgs, *, workspace_root: Path | None = None) -> str:
    """Change what the feeder gives; what is left out stays."""
    old = _plan(workspace_root)
    return _keep(workspace_root, {**old, "grams": args.grams or old["grams"], "hour": args.hour or old["hour"]})


@keeps("choices_are_handled", judged=False)
@forge_tool(args_schema=PlanArgs, tier="write", workspace_root_aware=True, register=False)
def change_plan_at_all(args: PlanArgs, *, workspace_root: Path | None = None) -> str:
    """Change what the feeder gives; what is left out stays."""
    given = {name: value for name, value in args.model_dump().items() if value is not None}
    return _keep(workspace_root, {**_plan(workspace_root), **given})


@keeps("choices_are_handled", judged=False)
@forge_tool(args_schema=RecordArgs, tier="write", workspace_root_aware=True, register=False)
def record_most(args: RecordArgs, *, workspace_root: Path | None = None) -> str:
    """Record a weight; the plan shows the greatest."""
    old = _plan(workspace_root)
    return _keep(workspace_root, {**old, "most": max(old["most"], args.grams)})
