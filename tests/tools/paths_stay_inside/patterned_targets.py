"""Tools that move a file to a name whose pattern asks for an ending, though its description speaks of a folder."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

ENDING = r"^[\w./-]{1,80}\.csv$"


class MoveArgs(BaseModel):
    """A table, and where it goes."""

    table: str = Field(pattern=ENDING, description="Path of the table, such as north/may.csv.")
    later_path: str = Field(pattern=ENDING, description="Where it goes, a folder that exists, such as old/may.csv.")


def _table(root: Path | None, table: str) -> Path:
    source = ((root or Path()) / table).resolve()
    if not source.is_relative_to((root or Path()).resolve()) or not source.is_file():
        raise ValueError("There is no such table.")
    return source


@breaks("paths_stay_inside")
@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True, register=False)
def move_table(args: MoveArgs, *, workspace_root: Path | None = None) -> dict[str, str]:
    """Move a table."""
    source, target = _table(workspace_root, args.table), (workspace_root or Path()) / args.later_path
    if target.exists() or not target.parent.is_dir():
        raise ValueError("The table cannot be there.")
    source.rename(target)
    return {"table": args.later_path}


@keeps("paths_stay_inside", judged=True)
@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True, register=False)
def move_table_inside(args: MoveArgs, *, workspace_root: Path | None = None) -> dict[str, str]:
    """Move a table."""
    root = (workspace_root or Path()).resolve()
    source, target = _table(workspace_root, args.table), (root / args.later_path).resolve()
    if not target.is_relative_to(root) or target.exists() or not target.parent.is_dir():
        raise ValueError("The table cannot be there.")
    source.rename(target)
    return {"table": args.later_path}
