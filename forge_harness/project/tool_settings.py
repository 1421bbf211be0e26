"""Settings of the tools of the seeds."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ToolSettings"]


@dataclass(frozen=True, kw_only=True)
class ToolSettings:
    """The settings that `register_builtins` and `register_code_agent_tools` make their tools from.

    Args:
        files_folder: The folder of `file_create`, relative to the workspace. Source: seed 002, "written to the agent's
            .forge/files/ directory".
    """

    files_folder: str = ".forge/files"
