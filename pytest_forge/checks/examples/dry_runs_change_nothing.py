"""The switch is read after the files are gone."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    limit: int = Field(default=20, ge=1, le=100, description="Most files to delete.")
    dry_run: bool = Field(default=True, description="Whether to name the files only.")


@forge_tool(name="clear_logs", args_schema=Args, workspace_root_aware=True, tier="write", register=False)
def broken(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Delete the logs of the workspace."""
    logs = sorted(workspace_root.glob("*.log"))[: args.limit]
    for log in logs:
        log.unlink()
    return {"names": [log.name for log in logs], "dry_run": args.dry_run}


@forge_tool(name="clear_logs", args_schema=Args, workspace_root_aware=True, tier="write", register=False)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Delete the logs of the workspace."""
    logs = sorted(workspace_root.glob("*.log"))[: args.limit]
    for log in logs if not args.dry_run else []:
        log.unlink()
    return {"names": [log.name for log in logs], "dry_run": args.dry_run}
