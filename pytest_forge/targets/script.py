"""Script targets: a folder or a file of script tools, which are read, and never imported."""

from __future__ import annotations

import os
from pathlib import Path

from forge_harness import ExecutorTool, MockToolExecutor, ToolRegistry, WorkspaceError, is_script, load_script_tools

from .facts import ToolFacts
from .found_tool import FoundTool, found_facts
from .target_error import TargetError

__all__ = ["is_script_target", "load_scripts", "project_of"]


#: In the place of a tool that there is not; never called.
_STAND_IN = ExecutorTool(MockToolExecutor("left_out"))


def is_script_target(target: str, *, base: Path) -> bool:
    """Tell whether *target* is a folder of scripts, or a file that declares a tool in its docstring.

    Args:
        target: As the user wrote it.
        base: Folder that a relative path starts from.
    """
    path = base / target
    try:
        # A package is imported, and named with dots.
        return is_script(path) or (path.is_dir() and not (path / "__init__.py").exists())
    except (OSError, ValueError):
        return False


def project_of(target: str, *, base: Path) -> Path:
    """Return the folder that the scripts of *target* may read."""
    path = (base / target).resolve()
    folder = path if path.is_dir() else path.parent
    return folder.parent if folder.name == "tools" or path.stem == "tool" else folder


def load_scripts(target: str, *, base: Path, workplace: Path | None = None) -> list[FoundTool]:
    """Return the script tools of *target*; a file that cannot be one has the reason as its problem.

    Args:
        target: A folder or a file.
        base: Folder that a relative path starts from.
        workplace: The working directory afterwards.

    Raises:
        TargetError: If nothing there declares a tool.
    """
    registry = ToolRegistry()
    try:
        tools, left_out = load_script_tools(base / target, registry=registry)
    except ValueError as error:
        raise TargetError(str(error)) from None
    except WorkspaceError:
        raise TargetError(f"{target!r} cannot be read in the sandbox. Name the folder that holds the tools.") from None
    project = project_of(target, base=base)
    if not tools and not left_out:
        raise TargetError(
            f"{target!r} declares no tools. Put scripts with a docstring schema ('Tool:', 'Description:', 'Input:', "
            f"'Output:') there, or name a Python module that declares tools ('forge init {target}' finds them)."
        )
    if workplace is not None:
        os.chdir(workplace)
    found: list[FoundTool] = []
    for tool in tools:
        place = _place(project / tool.origin, base)
        found.append((found_facts(tool, place, "script", tuple(tool.problems())), tool))
    for file in left_out:
        place = _place(project / file.place, base)
        facts = ToolFacts(name=f"<{file.place}>", target=place, kind="definition", problems=(file.reason,))
        found.append((facts, _STAND_IN))
    return found


def _place(path: Path, base: Path) -> str:
    return os.path.relpath(path, base) if path.is_relative_to(base) else str(path)
