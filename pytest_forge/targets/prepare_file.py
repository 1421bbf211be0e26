"""Prepare file: a Python file of the user's whose function ``prepare`` seeds what the tools need.

    def prepare(workspace):
        sqlite3.connect(workspace / "shop.db").executescript("CREATE TABLE orders (id)")
        os.environ["SHOP_DB"] = str(workspace / "shop.db")

It runs in the sandbox, in the process that imports the target next. What it has left is restored before each check.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from .module_import import imported_module, missing_variable
from .target_error import TargetError

__all__ = ["PREPARE", "prepare_target"]

#: Names the file among the variables of a run; no tool sees it.
PREPARE = "FORGE_PREPARE"

_FUNCTION = "prepare"


def prepare_target(source: str, *, base: Path, workspace: Path) -> None:
    """Import a prepare file and call its function, in the workspace.

    Args:
        source: The file, as the user wrote it.
        base: Folder that a relative path starts from.
        workspace: Passed to the function.

    Raises:
        TargetError: If there is no such file or function, or it raises.
    """
    if not source.endswith(".py"):
        raise TargetError(f"--prepare names {source!r}, which is not a Python file. Name a '.py' file.")
    function = getattr(imported_module(source, base), _FUNCTION, None)
    if not callable(function):
        raise TargetError(
            f"{source!r} has no function {_FUNCTION!r}. Declare 'def {_FUNCTION}(workspace):' there; "
            "it is called before the tools are imported."
        )
    before = Path.cwd()
    os.chdir(workspace)
    try:
        function(workspace)
    except BaseException as error:  # noqa: BLE001  # the user's function may raise anything, or exit
        line = _line_of(error, (base / source).resolve())
        told = str(error).strip().splitlines() or [""]
        variable = missing_variable(error)
        advice = f"Add --env {variable} (pytest: --forge-env {variable})" if variable else "Fix it, then check again"
        raise TargetError(
            f"{_FUNCTION}() of {source!r} raised {type(error).__name__}{line}: {told[0][:200]!r}. {advice}."
        ) from None
    finally:
        os.chdir(before)


def _line_of(error: BaseException, file: Path) -> str:
    """Return the last line of the file that the exception passed; empty if there is none."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).resolve() == file
    ]
    return f" at line {lines[-1]}" if lines else ""
