"""Listing a folder changes the working directory of the whole process."""

import os
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    limit: int = Field(default=20, ge=1, le=100, description="Most names to return.")


@forge_tool(name="list_reports", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def broken(args: Args, *, workspace_root: Path) -> dict[str, list[str]]:
    """List the reports."""
    os.chdir(workspace_root / "reports")
    return {"names": sorted(os.listdir())[: args.limit]}


@forge_tool(name="list_reports", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, list[str]]:
    """List the reports."""
    return {"names": sorted(os.listdir(workspace_root / "reports"))[: args.limit]}
