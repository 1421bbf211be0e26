"""The broken tool opens any file with the right name, also a named pipe; the fixed one opens regular files."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class LogArguments(BaseModel):
    """Which log to read."""

    path: str = Field(description="Log file, relative to the workspace, ending in .log.", max_length=4096)


_MAX_BYTES = 1_000_000


@forge_tool(args_schema=LogArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: LogArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a log file."""
    root = workspace_root.resolve()
    path = (root / arguments.path).resolve()
    if not path.is_relative_to(root) or path.suffix != ".log" or path.stat().st_size > _MAX_BYTES:
        return {"error": "not_readable", "message": "Only log files of the workspace can be read."}
    return {"log": path.read_text()}


@forge_tool(args_schema=LogArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: LogArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a log file."""
    root = workspace_root.resolve()
    path = (root / arguments.path).resolve()
    if not path.is_relative_to(root) or path.suffix != ".log" or not path.is_file() or path.stat().st_size > _MAX_BYTES:
        return {"error": "not_readable", "message": "Only log files of the workspace can be read."}
    return {"log": path.read_text()}
