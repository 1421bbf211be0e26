"""`debug_console`: Python code in a program of its own. Source: seed 002, "Development tools".

The code never runs in this process: it may loop, end the interpreter, or take all memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from ...programs import console_child
from ...programs.python_child import run_python_child
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..program_answer import MARGIN_S, MAX_OUTPUT_BYTES, program_answer, relative_text
from ..tool_arguments import ToolArguments

__all__ = ["debug_console"]

_DEFAULT_TIMEOUT_S, _MAX_TIMEOUT_S = 30, 120
_MAX_CODE = 100_000


class DebugConsoleArguments(ToolArguments):
    """The code, and its time."""

    code: str = Field(
        description="Python code. Modules of the workspace can be imported; nothing is kept for the next call.",
        min_length=1,
        max_length=_MAX_CODE,
        examples=["sum(range(10))"],
    )
    timeout: int = Field(
        default=_DEFAULT_TIMEOUT_S,
        description=f"Seconds, up to {_MAX_TIMEOUT_S} (default {_DEFAULT_TIMEOUT_S}). Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    args_schema=DebugConsoleArguments,
    workspace_root_aware=True,
    tier=ToolTier.EXECUTE,
    category=ToolCategory.DEV,
    timeout_s=_MAX_TIMEOUT_S + MARGIN_S,
    register=False,
)
def debug_console(arguments: DebugConsoleArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Run Python code in a new process; `value` is the repr of the last expression, `raised` an exception and its line.

    It works in the workspace, without a network.
    """
    timeout = min(arguments.timeout, _MAX_TIMEOUT_S) if arguments.timeout > 0 else _DEFAULT_TIMEOUT_S
    workspace = workspace_root.resolve()
    done, told = run_python_child(
        Path(console_child.__file__),
        workspace=workspace,
        stdin=arguments.code,
        timeout_s=timeout,
        max_output_bytes=MAX_OUTPUT_BYTES,
    )
    texts = {**{key: told.get(key) for key in ("value", "raised")}, "stdout": done.stdout, "stderr": done.stderr}
    return program_answer(
        done,
        timeout_s=timeout,
        # What the child has written may be anything.
        texts={key: relative_text(text, workspace) if isinstance(text, str) else None for key, text in texts.items()},
    )
