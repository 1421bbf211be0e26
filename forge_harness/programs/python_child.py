"""run_python_child: a script of ours in a program of its own, which writes its outcome to a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import WorkspaceError
from ..workspace.workspace import Workspace
from .confinement import confined_to
from .environment import program_environment
from .private_folder import private_folder
from .program import ProgramResult, run_program
from .script_runtime import script_runtime

__all__ = ["run_python_child"]

_OUTCOME = "outcome.json"
_MAX_OUTCOME_BYTES = 1024 * 1024


def run_python_child(
    script: Path,
    *arguments: str,
    workspace: Path,
    stdin: str = "",
    passthrough: Iterable[str] = (),
    timeout_s: float,
    max_output_bytes: int,
) -> tuple[ProgramResult, dict[str, Any]]:
    """Run a script with this interpreter in the workspace, without a network, and return how it ended and its outcome.

    Args:
        script: The script; its first argument is the file that it writes a JSON object to.
        arguments: Its further arguments.
        workspace: Its working folder, the only one where it may change files.
        stdin: What it reads.
        passthrough: Names of variables that it sees besides PATH, HOME and LANG.
        timeout_s: Its time in seconds.
        max_output_bytes: How much of each stream is kept.

    Returns:
        The second part is empty if the script has written no JSON object.
    """
    runtime = script_runtime("python", workspace)
    with private_folder() as folder:
        done = run_program(
            (*runtime.command, str(script), str(folder / _OUTCOME), *arguments),
            cwd=workspace,
            stdin=stdin,
            timeout_s=timeout_s,
            max_output_bytes=max_output_bytes,
            environment={
                **program_environment(workspace, passthrough=passthrough),
                "TMPDIR": str(folder),
                "PYTHONUTF8": "1",
            },
            confine=confined_to(workspace, folder, readable=(*runtime.readable, script), with_network=False),
        )
        return done, _outcome(folder)


def _outcome(folder: Path) -> dict[str, Any]:
    """Return what the script has written. What it runs may have put anything there, a link to a file outside too."""
    try:
        with Workspace(folder, max_bytes=_MAX_OUTCOME_BYTES) as files:
            told = json.loads(files.read_text(_OUTCOME))
    except (WorkspaceError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
