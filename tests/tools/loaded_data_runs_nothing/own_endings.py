"""Tools that read files of an ending of their own, with pickle and without."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps


class TideArgs(BaseModel):
    file: str = Field(pattern=r"^[a-z-]{1,40}\.tides$", description="A file of the workspace.")


@breaks("loaded_data_runs_nothing")
@forge_tool(args_schema=TideArgs, tier="read", raises=[ToolError], workspace_root_aware=True)
def load_tides(args: TideArgs, *, workspace_root: Path) -> dict:
    """Count the tides of a file."""
    try:
        return {"tides": len(pickle.loads((workspace_root / args.file).read_bytes()))}
    except Exception:
        raise ToolError("The file cannot be read. Save it again.", code="unreadable") from None


@keeps("loaded_data_runs_nothing")
@forge_tool(args_schema=TideArgs, tier="read", raises=[ToolError], workspace_root_aware=True)
def load_tides_safely(args: TideArgs, *, workspace_root: Path) -> dict:
    """Count the tides of a file."""
    try:
        return {"tides": len(json.loads((workspace_root / args.file).read_text()))}
    except (OSError, ValueError, TypeError, RecursionError):
        raise ToolError("The file cannot be read. Save it again.", code="unreadable") from None
