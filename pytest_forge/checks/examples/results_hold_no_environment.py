"""The broken tool returns the absolute path of the file; the fixed one the path relative to the workspace."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class ReminderArguments(BaseModel):
    """What to be reminded of."""

    text: str = Field(description="What to remind the user of.", max_length=200)


@forge_tool(args_schema=ReminderArguments, workspace_root_aware=True, tier="write", register=False)
def broken(arguments: ReminderArguments, *, workspace_root: Path) -> dict[str, str]:
    """Write a reminder."""
    path = workspace_root / "reminder.txt"
    path.write_text(arguments.text)
    return {"saved_to": str(path)}


@forge_tool(args_schema=ReminderArguments, workspace_root_aware=True, tier="write", register=False)
def fixed(arguments: ReminderArguments, *, workspace_root: Path) -> dict[str, str]:
    """Write a reminder."""
    path = workspace_root / "reminder.txt"
    path.write_text(arguments.text)
    return {"saved_to": path.relative_to(workspace_root).as_posix()}
