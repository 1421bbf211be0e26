"""A file is opened and never closed: the number of open files grows with every call."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_opened: list[object] = []


class Args(BaseModel):
    lines: int = Field(default=5, ge=1, le=50, description="How many lines to return.")


@forge_tool(name="read_notes", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def broken(args: Args, *, workspace_root: Path) -> dict[str, list[str]]:
    """Read the first lines of the notes."""
    notes = (workspace_root / "notes.txt").open()
    _opened.append(notes)
    return {"lines": notes.readlines()[: args.lines]}


@forge_tool(name="read_notes", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, list[str]]:
    """Read the first lines of the notes."""
    with (workspace_root / "notes.txt").open() as notes:
        return {"lines": notes.readlines()[: args.lines]}
