"""Plans to remove old files of a folder: one is searched for anew when it is carried out."""

from __future__ import annotations

import json
import time
import uuid
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_DAY = 86_400


class PlanArgs(BaseModel):
    suffix: str = Field(pattern=r"^[a-z0-9]{1,8}$", description="Suffix of the files, e.g. csv.")
    days: int = Field(default=30, ge=0, le=3650, description="Only files that were last changed so many days ago.")


class CarryOutArgs(BaseModel):
    plan: str = Field(pattern=r"^[0-9a-f]{32}$", description="The plan that plan_removal gave.")


def _old(root: Path, suffix: str, days: int) -> list[str]:
    limit = time.time() - days * _DAY
    found = (path for path in (root / "exports").glob(f"*.{suffix}") if path.is_file() and not path.is_symlink())
    return sorted(path.name for path in found if path.stat().st_mtime <= limit)[:200]


def _plan(root: Path, plan: str) -> dict:
    try:
        return json.loads((root / ".plans" / f"{plan}.json").read_text())
    except (OSError, ValueError):
        raise ValueError("There is no such plan.") from None


def _remove(root: Path, names: list[str]) -> dict:
    for name in names:
        (root / "exports" / Path(name).name).unlink(missing_ok=True)
    return {"removed": names}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=PlanArgs, workspace_root_aware=True, tier="write", register=False)
def plan_removal(args: PlanArgs, *, workspace_root: Path) -> dict:
    """List old files of the folder exports, and keep the list as a plan."""
    if not (workspace_root / "exports").is_dir():
        raise ValueError("There are no exports.")
    plan, files = uuid.uuid4().hex, _old(workspace_root, args.suffix, args.days)
    (workspace_root / ".plans").mkdir(exist_ok=True)
    noted = {"suffix": args.suffix, "days": args.days, "files": files}
    (workspace_root / ".plans" / f"{plan}.json").write_text(json.dumps(noted))
    return {"plan": plan, "files": files}


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=CarryOutArgs, workspace_root_aware=True, tier="write", register=False)
def carry_out_removal(args: CarryOutArgs, *, workspace_root: Path) -> dict:
    """Remove the files of a plan that plan_removal made and somebody has approved."""
    plan = _plan(workspace_root, args.plan)
    return _remove(workspace_root, _old(workspace_root, str(plan["suffix"]), int(plan["days"])))


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=CarryOutArgs, workspace_root_aware=True, tier="write", register=False)
def carry_out_plan(args: CarryOutArgs, *, workspace_root: Path) -> dict:
    """Remove the files of a plan that plan_removal made and somebody has approved."""
    return _remove(workspace_root, [str(name) for name in _plan(workspace_root, args.plan)["files"]])
