"""`local_shell`: a line for the shell, in the workspace. Source: seed 002, "Development tools"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from ...programs.confinement import confined_to
from ...programs.environment import program_environment
from ...programs.private_folder import private_folder
from ...programs.program import run_program
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..program_answer import MARGIN_S, MAX_OUTPUT_BYTES, program_answer
from ..tool_arguments import ToolArguments

__all__ = ["local_shell"]

_DEFAULT_TIMEOUT_S, _MAX_TIMEOUT_S = 30, 120
_MAX_COMMAND = 100_000


class LocalShellArguments(ToolArguments):
    """The line, and its time."""

    command: str = Field(
        description="The line for 'sh -c', run in the workspace with HOME as the workspace.",
        min_length=1,
        max_length=_MAX_COMMAND,
        examples=["ls -l"],
    )
    timeout: int = Field(
        default=_DEFAULT_TIMEOUT_S,
        description=f"Seconds, up to {_MAX_TIMEOUT_S} (default {_DEFAULT_TIMEOUT_S}). Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    args_schema=LocalShellArguments,
    workspace_root_aware=True,
    tier=ToolTier.EXECUTE,
    category=ToolCategory.DEV,
    timeout_s=_MAX_TIMEOUT_S + MARGIN_S,
    register=False,
)
def local_shell(arguments: LocalShellArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Run a line in a shell, in the workspace and without a network, and return its output and exit code."""
    workspace = workspace_root.resolve()
    timeout = min(arguments.timeout, _MAX_TIMEOUT_S) if arguments.timeout > 0 else _DEFAULT_TIMEOUT_S
    with private_folder() as temporary:
        done = run_program(
            ("sh", "-c", arguments.command),
            cwd=workspace,
            timeout_s=timeout,
            max_output_bytes=MAX_OUTPUT_BYTES,
            environment={**program_environment(workspace), "TMPDIR": str(temporary)},
            confine=confined_to(workspace, temporary, with_network=False),
        )
    streams = {"stdout": done.stdout.rstrip("\n"), "stderr": done.stderr.rstrip("\n")}
    return program_answer(done, timeout_s=timeout, texts=streams)
